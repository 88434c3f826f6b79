// Installs a packaged extension into an editor's profile, as "Install from VSIX…" does.

import { text } from 'node:stream/consumers';
import type { Editor } from './codeServer.ts';
import { startLeashed } from './leashed.ts';
import { editorEnvironment, type Profile } from './profile.ts';

/** Throws with the editor's words when it refuses the package. */
export async function installExtension(editor: Editor, vsix: string, profile: Profile): Promise<void> {
  const folders = [
    '--server-data-dir',
    profile.data,
    '--user-data-dir',
    profile.data,
    '--extensions-dir',
    profile.extensions,
  ];
  const run = startLeashed(editor.node, [editor.bareEntry, '--install-extension', vsix, '--force', ...folders], {
    env: editorEnvironment(profile),
    output: 'pipe',
  });
  const words = await Promise.all(run.output.map((stream) => text(stream)));
  if ((await run.exited) !== 0) throw new Error(`The editor did not install ${vsix}:\n${words.join('')}`);
}
