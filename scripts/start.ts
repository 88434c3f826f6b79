// From a fresh clone to the extension in a real editor, with the sandbox running: "npm start".

import { logs, useScratchFolder } from './editor/folders.ts';
import { choosePort, openInBrowser } from './start/browser.ts';
import { hasDisplay, installedCode, openDesktop } from './start/desktop.ts';
import { help, startOptions, type StartOptions } from './start/options.ts';
import { enterPlace, type OpenEditor, type Place } from './start/place.ts';

const whatToTry = `\
What you see: an editor with a profile of its own (in .cache/start; your own VS Code is not touched), the extension,
a copy of samples/workspace, and the local sandbox with sample groups, so that nothing here reaches a real service.

What to try first:
  1. The User Groups icon in the bar on the left: the connection Sandbox and its groups.
  2. Enter on a group: its form. Change a property and save: that keeps a draft. Ctrl+Enter (Cmd+Enter) sends it.
  3. The + at the top of the list: a new user group. A right click on a group: its token, and everything else.

Ctrl+C here ends it.`;

const say = (line: string): void => {
  console.log(line);
};
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  let options: StartOptions;
  try {
    options = startOptions(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    return 2;
  }
  if (options.help) {
    say(help);
    return 0;
  }
  const place = enterPlace();
  if (place === undefined) {
    console.error('The editor of this clone is running already: use that one, or end it with Ctrl+C first.');
    return 1;
  }
  try {
    return await openUntilEnded(options, place);
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    place.leave();
  }
}

async function openUntilEnded(options: StartOptions, place: Place): Promise<number> {
  const interrupted = new Promise<'interrupted'>((resolve) => {
    // For good, because Ctrl+C comes twice: from the terminal, and passed on by npm.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => {
        resolve('interrupted');
      });
  });
  useScratchFolder();
  const editor = await Promise.race([open(options, place), interrupted]);
  // What was being made ready is on a leash, and ends with this process.
  if (editor === 'interrupted') process.exit(0);
  const code = await Promise.race([editor.exited, interrupted]);
  if (code === 'interrupted') {
    await editor.stop();
    say('\nEnded.');
    return 0;
  }
  say(
    code === 0 ? 'The editor was closed.' : `The editor ended by itself with exit code ${code}; its log is in ${logs}.`,
  );
  return code;
}

async function open(options: StartOptions, place: Place): Promise<OpenEditor> {
  const code = installedCode(process.env, process.platform);
  if (options.editor === 'desktop' && code === undefined) {
    throw new Error('There is no "code" command on PATH: install VS Code with it, or leave out --desktop.');
  }
  const desktop =
    options.editor === 'desktop' || (options.editor === undefined && hasDisplay(process.env, process.platform));
  if (desktop && code !== undefined) {
    say('Building the extension and opening VS Code …');
    const editor = await openDesktop(code, place);
    say(`\nVS Code is opening.\n\n${whatToTry}`);
    return editor;
  }
  const port = await choosePort(options.port);
  const editor = await openInBrowser(port, place, say);
  say(`\nThe editor is ready. Open this address in your browser:\n\n    ${editor.url}\n\n${whatToTry}`);
  return editor;
}
