// How big the package is, how much of it is read at activation, and how long that takes beside an empty extension.

import { join } from 'node:path';
import { builtForPackage } from '../build.ts';
import { useScratchFolder } from '../editor/folders.ts';
import { makeProfile } from '../editor/profile.ts';
import { packageExtension } from '../package.ts';
import { bytesOf, filesReadAtActivation } from '../package/readAtActivation.ts';
import type { ActivationOrder, Activations } from './activationProbe.ts';
import { handBack } from './alone.ts';
import { installUnpacked, unpack, writeExtension } from './extensions.ts';
import { askProbe, bundleProbe, emptyCode } from './probe.ts';
import { median } from './rounds.ts';
import { compared, figureOf, kilobytes, limited, megabytes, milliseconds, type Row } from './row.ts';

const editorStarts = 7;
/** The first ones warm the host up; ours comes amid the others. */
const emptyExtensions = ['empty-1', 'empty-2', 'empty-3', 'empty-4', 'empty-5', 'empty-6', 'empty-7', 'empty-8'];

async function measurePackage(): Promise<Row[]> {
  const scratch = useScratchFolder();
  const packaged = await packageExtension();
  const unpacked = await unpack(packaged, join(scratch, 'unpacked'));
  const probe = await bundleProbe('activationProbe.ts', scratch);
  const activations: Activations[] = [];
  for (let start = 0; start < editorStarts; start += 1)
    activations.push(await activateInEditor(join(scratch, String(start)), unpacked, probe));
  return [
    comparedByStarts(activations),
    limited(
      '… code read at activation',
      bytesOf(filesReadAtActivation((await builtForPackage())[0].metafile)),
      kilobytes,
      40_000,
    ),
    limited('the package (.vsix)', packaged.bytes, megabytes, 1_000_000),
  ];
}

/**
 * Each start has weather of its own, which both meet alike: the ratio is the median of theirs, not that of the medians.
 */
function comparedByStarts(activations: readonly Activations[]): Row {
  const most = 1.4;
  const [ours, empty] = [activations.map((one) => one.ours), activations.map((one) => one.empty)];
  const ratios = activations.map((one) => one.ours / one.empty);
  const ratio = median(ratios);
  return {
    ...compared('load and activate(), beside an empty extension', ours, empty, milliseconds, most),
    ratio,
    figure: figureOf(ratio, ratios),
    isMet: ratio <= most,
  };
}

/** Starts the editor with the package and the empty extensions installed, and has the probe activate them. */
async function activateInEditor(folder: string, unpacked: string, probe: string): Promise<Activations> {
  const profile = makeProfile(folder);
  // Nothing activates it before the probe does.
  const ours = installUnpacked(unpacked, profile.extensions, { activationEvents: [] });
  const empty = emptyExtensions.map((name) => writeExtension(profile.extensions, name, emptyCode));
  const order: ActivationOrder = { ours, empty };
  return askProbe<Activations>(probe, folder, profile, order);
}

handBack(await measurePackage());
