// The editor's own texts, in the words of VS Code and the language of the person.

import * as l10n from '@vscode/l10n';
import { EditorState, type Extension } from '@codemirror/state';

/** By what CodeMirror calls them; it puts what `$` stands for in itself. */
export function editorPhrases(): Extension {
  return EditorState.phrases.of({
    close: l10n.t('Close'),
    // Find and replace.
    Find: l10n.t('Find'),
    Replace: l10n.t('Replace'),
    next: l10n.t('Next'),
    previous: l10n.t('Previous'),
    all: l10n.t('Select All'),
    'match case': l10n.t('Match Case'),
    regexp: l10n.t('Regular Expression'),
    'by word': l10n.t('Whole Word'),
    replace: l10n.t('Replace'),
    'replace all': l10n.t('Replace All'),
    'current match': l10n.t('Current match'),
    'on line': l10n.t('on line'),
    'replaced match on line $': l10n.t('Replaced the match on line {0}', '$'),
    'replaced $ matches': l10n.t('Matches replaced: {0}', '$'),
    // Go to a line.
    'Go to line': l10n.t('Go to Line'),
    go: l10n.t('Go'),
    // Folding.
    'Fold line': l10n.t('Fold'),
    'Unfold line': l10n.t('Unfold'),
    'folded code': l10n.t('Folded JSON'),
    unfold: l10n.t('Unfold'),
    'Folded lines': l10n.t('Folded lines'),
    'Unfolded lines': l10n.t('Unfolded lines'),
    to: l10n.t('to'),
    // What else it says.
    Completions: l10n.t('Suggestions'),
    Diagnostics: l10n.t('Problems'),
    'No diagnostics': l10n.t('No problems'),
    'Selection deleted': l10n.t('Selection deleted'),
    'Control character': l10n.t('Control character'),
  });
}
