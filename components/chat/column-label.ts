import type { Column } from './model/chat-state.ts'

/** `2 · qwen2.5-coder-1.5b`: the number tells two columns of one model apart. */
export function columnLabel(column: Column, index: number): string {
  const model = column.params['model']
  return `${index + 1} · ${typeof model === 'string' && model !== '' ? (model.split('/').at(-1) ?? model) : 'no model'}`
}
