// The consent that nobody gives by accident: the name of a connection, typed.

import { askText } from './ask.ts';
import { required } from './targets.ts';

/** `toDo`: what typing it does, as in "to rotate the token of acme". @throws UserGroupsError `cancelled` */
export async function askTypedName(title: string, { name }: { readonly name: string }, toDo: string): Promise<void> {
  required(await askText({
    title,
    prompt: `Type the name of the connection, ${name}, ${toDo}`,
    placeholder: name,
    check: (value) => ({ problem: value === name ? undefined : `type ${name} exactly` }),
  }));
}
