// An input method, by which one types Japanese: its Enter takes the word that is being composed, and nothing else.

export function endComposition(box: HTMLElement): void {
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }));
}
