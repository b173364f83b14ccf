import type { ChatState, Column } from './chat-state.ts'
import type { Turn } from './conversation.ts'
import { readPath } from './conversation.ts'
import { readFigures } from './run/figures.ts'
import { type ExportText, toExport } from '#components/playground/export/model/export-text.ts'
import { formatCharge, formatCount, formatMs } from '#lib/client/format.ts'
import { readImageAddress } from './draft/image-address.ts'
import { readImages, readText } from './message-text.ts'

/** The visible conversation of every column as Markdown, with model names and figures. */
export function toMarkdown(state: ChatState): ExportText {
  const written = `${state.columns.map(toColumn).join('\n\n---\n\n')}\n`
  return toExport(written, clean => clean)
}

function toColumn(column: Column): string {
  const model = typeof column.params.model === 'string' ? column.params.model : 'no model'
  const system = column.system === null ? [] : [`## System\n\n${column.system}`]
  return [`# ${model}`, ...system, ...readPath(column.conversation).map(toTurn)].join('\n\n')
}

function toTurn(turn: Turn): string {
  const { message, answer, muted } = turn
  const name = {
    system: 'System',
    developer: 'Developer',
    user: 'User',
    assistant: 'Assistant',
    tool: 'Tool',
    function: 'Function',
  }[message.role]
  const by = answer ? ` (${answer.answer.model ?? answer.model})` : ''
  const about = message.role === 'tool' ? ` (${message.tool_call_id})` : by
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  return [
    `## ${name}${about}${muted ? ' (muted)' : ''}`,
    ...(readText(message) === '' ? [] : [readText(message)]),
    ...readImages(message).map(image => toImage(image.image_url.url)),
    ...calls.map(
      call => `Calls \`${call.function.name}\` (${call.id}):\n\n${fence(call.function.arguments)}`,
    ),
    ...(answer ? [`_${toFigures(turn)}_`] : []),
  ].join('\n\n')
}

// A data URL would bury the text: the image is named, not repeated.
function toImage(url: string): string {
  const address = readImageAddress(url)
  return address.kind === 'data'
    ? `[image: ${address.mediaType}, ${formatCount(address.sizeBytes)} bytes]`
    : `[image: ${url}]`
}

function toFigures({ answer }: Turn): string {
  if (!answer) return ''
  const figures = readFigures(answer, null)
  const about = figures.tokensEstimated ? '≈ ' : ''
  return [
    answer.state,
    `TTFT ${formatMs(figures.firstMs)}`,
    `total ${formatMs(figures.totalMs)}`,
    `${about}${formatCount(figures.promptTokens)} → ${formatCount(figures.completionTokens)} tokens`,
    formatCharge(figures.costUsd, figures.costEstimated),
  ].join(' · ')
}

function fence(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), match => match[0].length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}json\n${text}\n${marks}`
}
