// The groups of the local sandbox, which has samples.

import type { Editor } from './editor.ts';

/** Unless it runs. Resolves when all samples are in the list. */
export async function startSandbox({ palette, tree }: Editor): Promise<void> {
  await tree.show();
  if ((await tree.row(/^Sandbox/).count()) === 0) await palette.run('User Groups: Start Local Sandbox');
  // The last of the samples, by name and by time: from then on no row moves.
  await tree.row(/^Harbour Logistics/).waitFor();
}

/** Resolves when its form stands. */
export async function openGroup({ tree, form }: Editor, name: RegExp): Promise<void> {
  await tree.open(name);
  await form.isReady();
}

export async function openSample(editor: Editor, name: RegExp): Promise<void> {
  await startSandbox(editor);
  await openGroup(editor, name);
}
