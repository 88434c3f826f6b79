// How an editor of the page looks: VS Code's colours and editor font, as variables, so that a change of theme applies
// at once.

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const name = (variable: string, fallback?: string): string =>
  `var(--vscode-${variable}${fallback === undefined ? '' : `, ${fallback}`})`;
const contrastBorder = name('contrastBorder', 'transparent');

const look = EditorView.theme({
  '&': {
    color: name('editor-foreground'),
    backgroundColor: name('editor-background'),
    fontSize: name('editor-font-size', '14px'),
  },
  '&.cm-focused': { outline: `1px solid ${name('focusBorder')}`, outlineOffset: '-1px' },
  '.cm-scroller': {
    fontFamily: name('editor-font-family', 'monospace'),
    fontWeight: name('editor-font-weight', 'normal'),
    lineHeight: '1.5',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: name('editorCursor-foreground'), padding: '4px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: `2px solid ${name('editorCursor-foreground')}` },
  '.cm-selectionBackground': { backgroundColor: name('editor-inactiveSelectionBackground') },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: name('editor-selectionBackground'),
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': {
    backgroundColor: name('editor-lineHighlightBackground', 'transparent'),
    boxShadow: `inset 0 0 0 1px ${name('editor-lineHighlightBorder', 'transparent')}`,
  },
  '.cm-gutters': {
    backgroundColor: name('editorGutter-background', name('editor-background')),
    color: name('editorLineNumber-foreground'),
    border: 'none',
  },
  '.cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: name('editorLineNumber-activeForeground') },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 12px' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 4px', cursor: 'pointer', color: name('icon-foreground') },
  '.cm-foldPlaceholder': {
    backgroundColor: 'transparent',
    border: `1px solid ${name('editorBracketMatch-border', 'currentColor')}`,
    color: name('editor-foldPlaceholderForeground', 'inherit'),
    padding: '0 4px',
    margin: '0 2px',
    borderRadius: '2px',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: name('editorBracketMatch-background', 'transparent'),
    outline: `1px solid ${name('editorBracketMatch-border')}`,
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    color: name('editorBracketHighlight-unexpectedBracket-foreground', name('errorForeground')),
    backgroundColor: 'transparent',
  },
  '.cm-searchMatch': {
    backgroundColor: name('editor-findMatchHighlightBackground', 'transparent'),
    outline: `1px solid ${name('editor-findMatchHighlightBorder', 'transparent')}`,
  },
  '.cm-searchMatch-selected': {
    backgroundColor: name('editor-findMatchBackground', 'transparent'),
    outline: `1px solid ${name('editor-findMatchBorder', 'transparent')}`,
  },
  '.cm-selectionMatch': { backgroundColor: name('editor-selectionHighlightBackground', 'transparent') },
  // Not the inlay hints' own colour, which is too faint to read in the light theme.
  '.cm-label': {
    color: name('descriptionForeground'),
    backgroundColor: name('editorInlayHint-background'),
    padding: '0 4px',
    margin: '0 0 0 6px',
    borderRadius: '4px',
    fontStyle: 'italic',
    outline: `1px solid ${name('panel-border')}`,
    outlineOffset: '-1px',
  },
  '.cm-panels': {
    backgroundColor: name('editorWidget-background'),
    color: name('editorWidget-foreground', name('foreground')),
  },
  '.cm-panels.cm-panels-top': { borderBottom: `1px solid ${name('editorWidget-border', contrastBorder)}` },
  '.cm-panel.cm-search, .cm-panel.cm-gotoLine': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px',
    padding: '8px 32px 8px 8px',
    fontFamily: name('font-family'),
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button': { margin: '0' },
  '.cm-panel.cm-search label, .cm-panel.cm-gotoLine label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    margin: '0 4px',
    fontSize: name('font-size', '13px'),
  },
  '.cm-panel.cm-search [name=close], .cm-panel.cm-gotoLine [name=close]': {
    top: '8px',
    right: '4px',
    minHeight: '24px',
    width: '24px',
    padding: '0',
    fontSize: '16px',
    color: 'inherit',
    backgroundColor: 'transparent',
  },
  '.cm-textfield': {
    flex: '1 1 160px',
    width: 'auto',
    margin: '0',
    padding: '3px 6px',
    fontSize: name('font-size', '13px'),
    color: name('input-foreground'),
    backgroundColor: name('input-background'),
    border: `1px solid ${name('input-border', contrastBorder)}`,
    borderRadius: '2px',
  },
  '.cm-button': {
    margin: '0',
    padding: '2px 8px',
    fontSize: name('font-size', '13px'),
    backgroundImage: 'none',
    color: name('button-secondaryForeground', name('foreground')),
    backgroundColor: name('button-secondaryBackground', 'transparent'),
    border: `1px solid ${name('button-border', contrastBorder)}`,
    borderRadius: '2px',
    '&:active': { backgroundImage: 'none' },
  },
  '.cm-tooltip': {
    backgroundColor: name('editorHoverWidget-background'),
    color: name('editorHoverWidget-foreground', name('foreground')),
    border: `1px solid ${name('editorHoverWidget-border', contrastBorder)}`,
    borderRadius: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    backgroundColor: name('editorSuggestWidget-background'),
    color: name('editorSuggestWidget-foreground'),
    border: `1px solid ${name('editorSuggestWidget-border', contrastBorder)}`,
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: name('editor-font-family', 'monospace'),
    maxWidth: 'min(560px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: name('editorSuggestWidget-selectedBackground', name('editor-background')),
    color: name('editorSuggestWidget-selectedForeground', 'inherit'),
    outline: `1px solid ${name('contrastActiveBorder', 'transparent')}`,
    outlineOffset: '-1px',
  },
  '.cm-completionMatchedText': {
    textDecoration: 'none',
    fontWeight: 'bold',
    color: name('editorSuggestWidget-highlightForeground', 'inherit'),
  },
  '.cm-completionDetail': { fontStyle: 'normal', marginLeft: '12px', color: 'inherit', opacity: '0.85' },
  '.cm-completionInfo': { padding: '8px', maxWidth: '320px', whiteSpace: 'pre-line' },
  '.hover': {
    maxWidth: 'min(560px, 90vw)',
    padding: '4px 8px',
    fontFamily: name('font-family'),
    whiteSpace: 'pre-line',
  },
  '.hover p + p': { marginTop: '8px' },
  '.cm-diagnostic': { padding: '4px 8px', borderLeftWidth: '4px', fontFamily: name('font-family') },
  '.cm-diagnostic-error': { borderLeftColor: name('editorError-foreground', name('errorForeground')) },
  '.cm-diagnostic-warning': { borderLeftColor: name('editorWarning-foreground') },
  '.cm-diagnostic-info': { borderLeftColor: name('editorInfo-foreground') },
  // The library's own marks are pictures in fixed colours.
  '.cm-lintRange': {
    backgroundImage: 'none',
    paddingBottom: '0',
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-error': { textDecorationColor: name('editorError-foreground', name('errorForeground')) },
  '.cm-lintRange-warning': { textDecorationColor: name('editorWarning-foreground') },
  '.cm-lintRange-info': { textDecorationColor: name('editorInfo-foreground') },
  '.cm-lintPoint:after': { borderBottomColor: name('editorError-foreground', name('errorForeground')) },
  '.cm-gutter-lint': { width: '1.2em' },
  '.cm-lint-marker': { content: 'normal', width: '0.7em', height: '0.7em', margin: '0.4em 0 0 2px' },
  '.cm-lint-marker-error': {
    backgroundColor: name('editorError-foreground', name('errorForeground')),
    borderRadius: '50%',
  },
  '.cm-lint-marker-warning': {
    backgroundColor: name('editorWarning-foreground'),
    clipPath: 'polygon(50% 0, 100% 100%, 0 100%)',
  },
  '.cm-lint-marker-info': { backgroundColor: name('editorInfo-foreground') },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: name('debugTokenExpression-name') },
  { tag: tags.string, color: name('debugTokenExpression-string') },
  { tag: tags.number, color: name('debugTokenExpression-number') },
  { tag: [tags.bool, tags.null], color: name('debugTokenExpression-boolean') },
  {
    tag: [tags.brace, tags.squareBracket],
    color: name('editorBracketHighlight-foreground1', name('editor-foreground')),
  },
  { tag: tags.separator, color: name('editor-foreground') },
  { tag: tags.invalid, color: name('editorError-foreground', name('errorForeground')) },
]);

/** `nonce` is what the page's policy lets styles pass by. */
export function editorTheme(nonce: string): Extension {
  return [EditorView.cspNonce.of(nonce), look, syntaxHighlighting(colours)];
}
