// Listeners of the one window and its document: a page never takes its own away, and what it hears would be heard by
// the next test, too.

import './dom.ts';

/** From now on. Returns what takes all of them away that have been added since. */
export function trackListeners(): () => void {
  const undo: (() => void)[] = [];
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target);
    target.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
      undo.push(() => {
        target.removeEventListener(type, listener, options);
      });
      add(type, listener, options);
    };
    undo.push(() => Reflect.deleteProperty(target, 'addEventListener'));
  }
  return () => {
    for (const each of undo.splice(0).reverse()) each();
  };
}
