// The last question before what Enter alone must not do: the person types the connection's name.

import type { Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { askText } from './ask.ts';
import { required } from './targets.ts';

/**
 * @param what is done, as the title says it; `toDo` as the end of the prompt says it. @throws UserGroupsError
 * `cancelled`
 */
export async function askConnectionName(
  connection: Connection,
  { what, toDo }: { readonly what: string; readonly toDo: string },
): Promise<void> {
  const { name } = connection;
  required(
    await askText({
      title: `${what} (${environmentText(connection)})`,
      prompt: `Type the name of the connection, ${name}, to ${toDo}`,
      placeholder: name,
      check: (value) => ({ problem: value === name ? undefined : `type ${name} exactly` }),
    }),
  );
}
