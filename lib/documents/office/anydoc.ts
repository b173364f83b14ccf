import { type Block as AnydocBlock, type CellSlot, type Inline, toDocument } from '@firecrawl/anydoc'
import { ApiError } from '#lib/errors.ts'
import { BlockList, toTable } from '#lib/documents/block-list.ts'
import type { ParsedDocument } from '#lib/documents/blocks.ts'
import { joinRuns, type Run } from '#lib/documents/inline-runs.ts'
import { parseError } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { singlePage } from '#lib/documents/single-page.ts'

const message = 'The first parser failed, so a fallback was used: slides and notes may not be separated.'
const reasonByCode = {
  encrypted: ['encrypted', 'is encrypted. Save it without a password and send it again.'],
  resourceLimit: ['too_complex', 'is too large or too deeply nested. Split it into smaller files.'],
} as const

/** Reads a file that may be damaged for this parser only: the fallback is anydoc. */
export async function withFallback(
  input: ParserInput,
  read: () => ParsedDocument | Promise<ParsedDocument>,
): Promise<ParsedDocument> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'corrupt') throw error
    return await parseByAnydoc(input)
  }
}

/**
 * The same formats by anydoc, which is strict in other areas than the first parsers. It does not support slides.
 * @throws ApiError `corrupt`, `encrypted`, `too_complex`
 */
export async function parseByAnydoc({ bytes, kind }: ParserInput): Promise<ParsedDocument> {
  try {
    const { blocks, notes } = await toDocument(bytes)
    const list = new BlockList()
    addBlocks(list, blocks, 0)
    for (const note of notes) list.add({ type: 'note', text: blocksText(note.blocks) })
    return singlePage(kind, list.blocks, { warnings: [{ code: 'engine_fallback', message }] }, 'anydoc')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    const known = code === 'encrypted' || code === 'resourceLimit' ? reasonByCode[code] : null
    if (known !== null) throw parseError(known[0], known[1], error)
    throw parseError(
      'corrupt',
      'is damaged and cannot be read. Open it in its original application and save it again.',
      error,
    )
  }
}

/** Converts anydoc's blocks; `depth` is that of their list. */
function addBlocks(list: BlockList, blocks: readonly AnydocBlock[], depth: number): void {
  for (const block of blocks) {
    switch (`${block.kind}` as const) {
      case 'heading':
        list.add({ type: 'heading', level: block.level ?? 1, text: runsText(block.content) })
        break
      case 'paragraph':
        list.add({ type: 'paragraph', ...joinRuns(toRuns(block.content)) })
        break
      case 'list':
        addList(list, block, depth)
        break
      case 'table': {
        const rows = (block.table?.grid ?? []).map(row => row.map(cellText))
        list.add(toTable(rows))
        break
      }
      case 'blockQuote':
        addBlocks(list, block.blocks ?? [], depth)
        break
      case 'codeBlock':
        list.add({
          type: 'code',
          text: block.text ?? '',
          ...(block.lang !== undefined && { language: block.lang }),
        })
        break
      case 'rule':
        break
    }
  }
}

function addList(list: BlockList, { list: given }: AnydocBlock, depth: number): void {
  for (const [index, item] of (given?.items ?? []).entries()) {
    const ordered = given !== undefined && `${given.marker}` !== 'bullet'
    const marker = ordered ? (item.markerLabel ?? `${given.start + index}.`) : '-'
    const [first, ...rest] = item.blocks
    const isText = first !== undefined && `${first.kind}` === 'paragraph'
    if (isText) {
      const { text, markdown = text } = joinRuns(toRuns(first.content))
      const line = `${'  '.repeat(depth)}${marker} ${text}`
      list.add({ type: 'list_item', level: depth, marker, text: line, markdown })
    }
    addBlocks(list, isText ? rest : item.blocks, depth + 1)
  }
}

function cellText(slot: CellSlot): string {
  return slot.cell === undefined ? '' : blocksText(slot.cell.blocks).replaceAll(/\s+/g, ' ').trim()
}

function blocksText(blocks: readonly AnydocBlock[]): string {
  const list = new BlockList()
  addBlocks(list, blocks, 0)
  return list.blocks.map(block => block.text).join('\n')
}

function runsText(content: readonly Inline[] | undefined): string {
  return joinRuns(toRuns(content)).text.replaceAll(/\s+/g, ' ')
}

function toRuns(content: readonly Inline[] | undefined, link?: string): Run[] {
  return (content ?? []).flatMap((inline): Run[] => {
    const style = {
      ...(inline.style?.bold === true && { bold: true }),
      ...(inline.style?.italic === true && { italic: true }),
      ...(link !== undefined && { link }),
    }
    switch (`${inline.kind}` as const) {
      case 'text':
        return [{ text: inline.text ?? '', ...style }]
      case 'link': {
        const external = inline.target !== undefined && `${inline.target.kind}` === 'external'
        return toRuns(inline.content, external ? inline.target?.value : undefined)
      }
      case 'image':
        return [{ text: inline.alt ?? '' }]
      case 'lineBreak':
        return [{ text: '\n' }]
      case 'anchor':
      case 'noteRef':
        return []
    }
  })
}
