// The options of "npm start --".

import { parseArgs } from 'node:util';

export interface StartOptions {
  readonly help: boolean;
  /** Absent: the person did not say. */
  readonly port: number | undefined;
  readonly editor: 'desktop' | 'browser' | undefined;
}

export const help = `\
npm start                    builds the extension and opens it in an editor of its own, with the sandbox running
npm start -- --port 8080     the port of the editor's address (in the browser)
npm start -- --desktop       in the installed VS Code, also where none was detected
npm start -- --browser       in the browser, also where VS Code is installed`;

/** Throws an error whose message is the sentence for the person. */
export function startOptions(args: readonly string[]): StartOptions {
  const values = parsed(args);
  if (values.desktop && values.browser) throw new Error('Say either --desktop or --browser.');
  if (values.desktop && values.port !== undefined)
    throw new Error('A port belongs to the browser: leave out --port or --desktop.');
  const editor = values.desktop ? 'desktop' : values.browser || values.port !== undefined ? 'browser' : undefined;
  return { help: values.help, port: portNumber(values.port), editor };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', default: false },
        port: { type: 'string' },
        desktop: { type: 'boolean', default: false },
        browser: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    // Node goes on to explain its own syntax after the first sentence.
    throw new Error(`${(error as Error).message.split('. ')[0] ?? ''}.`, { cause: error });
  }
}

function portNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Error(`A port is a number from 1 to 65535, not "${text}".`);
  return port;
}
