// A group of the local sandbox, open in its form.

import type { Editor } from './editor.ts';

/** Starts the sandbox, which has sample groups, and opens the one of this name. Resolves when its form stands. */
export async function openSample(editor: Editor, name: RegExp): Promise<void> {
  const { palette, tree, form } = editor;
  await palette.run('User Groups: Start Local Sandbox');
  await tree.show();
  // The last of the samples, by name and by time: from then on no row moves.
  await tree.row(/^Wholesale/).waitFor();
  await tree.open(name);
  await form.isReady();
}
