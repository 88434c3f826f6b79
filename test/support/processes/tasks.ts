// What a window in a process of its own is asked to do, and what it reports while it does it.

import { documentOf } from '../documents.ts';

export type Action = 'draft' | 'getOrCreate' | 'update' | 'rotate' | 'delete';

/** Just before or after these methods of the store, or when an answer has come, the process kills itself. */
export type KillPoint =
  | 'arrived'
  | 'answered'
  | 'before keepAnswer'
  | 'after keepAnswer'
  | 'before finishRotation'
  | 'after finishRotation'
  | 'pausing';

export interface Machine {
  readonly folder: string;
  readonly baseUrl: string;
  /** How far the clock of this window is ahead, in milliseconds. */
  readonly ahead: number;
  /** By which the service is asked. Absent: the contract's. */
  readonly api?: string;
}

export interface RotateTask extends Machine {
  readonly kind: 'rotate';
  readonly killAt: KillPoint;
}

/** One action after another, chosen at random, without an end unless there is a number. */
export interface LiveTask extends Machine {
  readonly kind: 'live';
  readonly seed: number;
  /** Steps are numbered from here on: each has texts of its own. */
  readonly from: number;
  readonly steps?: number;
  readonly groups: readonly string[];
  readonly actions: readonly Action[];
  /** Names the window in what it writes. */
  readonly name: string;
}

/** As `LiveTask`, with the store alone. */
export interface StoreTask extends Pick<Machine, 'folder' | 'ahead'> {
  readonly kind: 'store';
  readonly connectionId: string;
  readonly from: number;
}

/** Whenever the document of one group changes, its text is saved as the draft of another one. */
export interface EchoTask extends Machine {
  readonly kind: 'echo';
  readonly heard: string;
  readonly said: string;
}

export type Task = RotateTask | LiveTask | StoreTask | EchoTask;

/** One line that a process prints. */
export interface WindowReport {
  readonly step: number;
  readonly userGroupId: string;
  readonly action: string;
  /** `begun`, `ended`, or the kind of the failure. */
  readonly state: string;
  readonly failure?: string;
}

/** What a step writes: no two steps of any window write the same. */
export function textOf(userGroupId: string, mark: string): string {
  return documentOf({ user_group_id: userGroupId, name: mark, mapping: { 40: mark }, properties: { mark } });
}

/** Numbers from 0 up to 1 that follow from the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function oneOf<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)]!;
}
