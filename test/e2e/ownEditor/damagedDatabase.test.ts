// A database that cannot be read when the editor starts.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editorForEachTest } from '../support/editor.ts';

describe('A damaged database', () => {
  const editor = editorForEachTest(() => ({
    beforeStart: (storage) => {
      mkdirSync(storage, { recursive: true });
      writeFileSync(join(storage, 'user-groups.db'), 'this is no database'.repeat(500));
    },
  }));

  it('is set aside, said once, and the extension goes on', async () => {
    const { tree, notifications, palette } = editor();
    await tree.show();
    await notifications.shows('The list on this machine was damaged and set aside as');
    await palette.run('User Groups: Start Local Sandbox');
    await tree.row(/Harbour Logistics/).waitFor();
  });
});
