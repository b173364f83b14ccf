import { expect, test } from 'vitest'
import { citeTag, markAnswer, sentenceTag, type TreeNode } from './mark-answer.ts'

const text = (value: string): TreeNode => ({ type: 'text', value })
const element = (tagName: string, ...children: TreeNode[]): TreeNode => ({
  type: 'element',
  tagName,
  properties: {},
  children,
})

/** The tree as a line: `{sentence}` for a sentence, `+{…}` for its continuation, `(n)` for a citation. */
function marked(tree: TreeNode, options = { sourceCount: 2, sentences: true }): string {
  markAnswer(options)(tree)
  return print(tree)
}

function print({ type, tagName, value, properties, children = [] }: TreeNode): string {
  if (type === 'text') return value ?? ''
  if (tagName === citeTag) return `(${String(properties?.['number'])})`
  const inner = children.map(print).join('')
  if (tagName === sentenceTag) return `${properties?.['first'] === true ? '' : '+'}{${inner}}`
  return type === 'root' ? inner : `<${tagName}>${inner}</${tagName}>`
}

const paragraph = (...children: TreeNode[]): TreeNode => ({
  type: 'root',
  children: [element('p', ...children)],
})

test('citations become elements, and a number without a source stays text', () => {
  expect(marked(paragraph(text('The moon [1][2] and more [3].')), { sourceCount: 2, sentences: false })).toBe(
    '<p>The moon (1)(2) and more [3].</p>',
  )
})

test('sentences are marked without their citations and the space between them', () => {
  expect(marked(paragraph(text('The moon moves it. [1] The sun too [2].')))).toBe(
    '<p>{The moon moves it.} (1) {The sun too} (2)+{.}</p>',
  )
})

test('a sentence continues through bold text, and after a link that it does not include', () => {
  const tree = paragraph(
    text('The '),
    element('strong', text('moon')),
    text(' of '),
    element('a', text('Earth')),
    text(' moves.'),
  )

  expect(marked(tree)).toBe('<p>{The} <strong>+{moon}</strong> +{of} <a>Earth</a> +{moves.}</p>')
})

test('code is unchanged, and a nested list has its own sentences', () => {
  const list = element(
    'ul',
    element('li', text('Outer [1].'), element('ul', element('li', text('Inner [2].')))),
  )

  expect(marked({ type: 'root', children: [element('pre', element('code', text('a[1]'))), list] })).toBe(
    '<pre><code>a[1]</code></pre><ul><li>{Outer} (1)+{.}<ul><li>{Inner} (2)+{.}</li></ul></li></ul>',
  )
})

test('a sentence includes its citations, also those after its period', () => {
  const tree = paragraph(text('The moon [1] moves it. [2] The sun too.'))
  markAnswer({ sourceCount: 2, sentences: true })(tree)
  const first = tree.children?.[0]?.children?.find(({ tagName }) => tagName === sentenceTag)

  expect(first?.properties).toMatchObject({ sentence: 'The moon moves it.', cites: '1,2' })
})
