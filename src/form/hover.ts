// What the schema says of the place under the pointer.

import type { HoverTooltipSource } from '@codemirror/view';
import type { EditorPlace } from './editorPlace.ts';
import type { Ask } from '../webview/hostChannel.ts';

export function hoverFromHost(ask: Ask, place: EditorPlace): HoverTooltipSource {
  return async (view, pos) => {
    await place.settled();
    const asked = view.state.doc;
    const paragraphs = await ask('hover', { offset: place.toDocument(pos) }).catch(() => []);
    if (paragraphs.length === 0 || view.state.doc !== asked) return null;
    return { pos, create: () => ({ dom: hoverBox(paragraphs) }) };
  };
}

function hoverBox(paragraphs: readonly string[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'hover';
  for (const paragraph of paragraphs) {
    const line = document.createElement('p');
    line.textContent = paragraph;
    box.append(line);
  }
  return box;
}
