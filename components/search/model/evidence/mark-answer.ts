import { splitCites } from './split-cites.ts'
import { splitSentences, type AnswerSentence } from './split-sentences.ts'

/** The required part of a Markdown tree node. */
export interface TreeNode {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: TreeNode[]
}

export interface MarkOptions {
  /** `[n]` with a higher number stays text. */
  readonly sourceCount: number
  /** Whether sentences are marked too: not while the last one is streaming. */
  readonly sentences: boolean
}

export const citeTag = 'answer-cite'
export const sentenceTag = 'answer-sentence'

const blocks: ReadonlySet<string> = new Set(
  'p ul ol li table thead tbody tr td th blockquote pre div h1 h2 h3 h4 h5 h6'.split(' '),
)
const holders: ReadonlySet<string> = new Set(['p', 'li', 'td', 'th'])
// Left unchanged: a link within a button or a citation within code would be invalid.
const opaque: ReadonlySet<string> = new Set(['a', 'code'])

/**
 * A plugin for the tree of an answer: `[n]` becomes an `answer-cite` element, sentence text becomes
 * `answer-sentence` elements. Its options are plain data, because the renderer caches processors by their
 * JSON.
 */
export function markAnswer(options: MarkOptions): (tree: TreeNode) => void {
  return tree => visit(tree, options)
}

function visit(node: TreeNode, options: MarkOptions): void {
  if (node.tagName === 'pre') return
  if (holders.has(node.tagName ?? '')) markBlock(node, options)
  for (const child of node.children ?? []) if (!isOpaque(child)) visit(child, options)
}

/** Marks the text directly in a block, not in nested blocks. */
function markBlock(block: TreeNode, { sourceCount, sentences }: MarkOptions): void {
  const found = sentences ? splitSentences(textOf(block), sourceCount) : []
  let at = 0
  const replace = (parent: TreeNode): void => {
    parent.children = (parent.children ?? []).flatMap(child => {
      if (isBlock(child)) return [child]
      if (child.type === 'text') {
        const start = at
        at += child.value?.length ?? 0
        return toNodes(child.value ?? '', start, found, sourceCount)
      }
      if (isOpaque(child)) at += textOf(child).length
      else replace(child)
      return [child]
    })
  }
  replace(block)
}

function toNodes(
  text: string,
  start: number,
  sentences: readonly AnswerSentence[],
  sourceCount: number,
): TreeNode[] {
  let at = start
  return splitCites(text, sourceCount).flatMap(part => {
    const from = at
    at += part.text.length
    if (part.kind === 'text') return cutSentences(part.text, from, sentences)
    return [{ type: 'element', tagName: citeTag, properties: { number: part.number }, children: [] }]
  })
}

function cutSentences(text: string, start: number, sentences: readonly AnswerSentence[]): TreeNode[] {
  const nodes: TreeNode[] = []
  let at = 0
  for (const sentence of sentences) {
    const from = Math.max(0, sentence.start - start)
    const piece = text.slice(from, Math.max(from, Math.min(text.length, sentence.end - start)))
    const words = piece.trim()
    if (words === '') continue
    const wordsFrom = from + piece.indexOf(words)
    if (wordsFrom > at) nodes.push({ type: 'text', value: text.slice(at, wordsFrom) })
    nodes.push({
      type: 'element',
      tagName: sentenceTag,
      properties: {
        sentence: sentence.text,
        cites: sentence.cites.join(','),
        // The focusable part; the other parts are within bold text or after a link.
        first: start + from <= sentence.start,
      },
      children: [{ type: 'text', value: words }],
    })
    at = wordsFrom + words.length
  }
  if (at < text.length) nodes.push({ type: 'text', value: text.slice(at) })
  return nodes
}

function textOf(node: TreeNode): string {
  if (node.type === 'text') return node.value ?? ''
  return (node.children ?? []).map(child => (isBlock(child) ? '' : textOf(child))).join('')
}

function isBlock({ tagName }: TreeNode): boolean {
  return tagName !== undefined && blocks.has(tagName)
}

function isOpaque({ tagName }: TreeNode): boolean {
  return tagName !== undefined && opaque.has(tagName)
}
