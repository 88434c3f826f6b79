// The side bar as a person finds it after installing the extension.

import { editorForEachTest } from './support/editor.ts';

describe('the side bar', () => {
  const editor = editorForEachTest();

  it('shows the User Groups view', async () => {
    await editor().tree.show();
    await editor().tree.title.getByText('User Groups').first().waitFor();
  });
});
