// Where a token is written, in words.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { foreignText } from '../../core/foreignText.ts';
import type { TokenDestination } from '../../core/tokenDestination.ts';
import { envFileText } from './envPlaces.ts';

/** In a list. */
export function destinationLabel(destination: TokenDestination): string {
  switch (destination.kind) {
    case 'envFile':
      return l10n.t('{0} in "{1}"', destination.variable, envFileText(destination.file));
    case 'terminal':
      return l10n.t('{0} in New Terminal', destination.variable);
    case 'command':
      return l10n.t('Command');
  }
}

/** Of a button that writes there again. */
export function writeAgainLabel(destination: TokenDestination): string {
  switch (destination.kind) {
    case 'envFile':
      return l10n.t('Write to {0}', foreignText(vscode.Uri.parse(destination.file).path.split('/').at(-1) ?? '', 40));
    case 'terminal':
      return l10n.t('Write to New Terminal');
    case 'command':
      return l10n.t('Deliver by Command');
  }
}

export function notWrittenText(destination: TokenDestination, group: string): string {
  switch (destination.kind) {
    case 'envFile':
      return l10n.t(
        'Couldn\'t write the token of {0} to {1} in "{2}".',
        group,
        destination.variable,
        envFileText(destination.file),
      );
    case 'terminal':
      return l10n.t("Couldn't open a terminal with the token of {0}.", group);
    case 'command':
      return l10n.t("Couldn't deliver the token of {0} by your command.", group);
  }
}

export function questionText(destination: TokenDestination, group: string): string {
  switch (destination.kind) {
    case 'envFile':
      return l10n.t(
        'Write the token of {0} to {1} in "{2}"?',
        group,
        destination.variable,
        envFileText(destination.file),
      );
    case 'terminal':
      return l10n.t('Open a terminal that has the token of {0} as {1}?', group, destination.variable);
    case 'command':
      return l10n.t('Deliver the token of {0} by your command?', group);
  }
}

export function writtenText(destination: TokenDestination, group: string): string {
  switch (destination.kind) {
    case 'envFile':
      return l10n.t(
        'Token of {0} written to {1} in "{2}".',
        group,
        destination.variable,
        envFileText(destination.file),
      );
    case 'terminal':
      return l10n.t('Terminal opened. It has the token of {0} as {1}.', group, destination.variable);
    case 'command':
      return l10n.t('Token of {0} delivered by your command.', group);
  }
}
