'use client'
import type { KeyboardEvent } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { PageOfBlocks } from './model/views/page-blocks.ts'
import { formatShare } from '#lib/client/format.ts'

/**
 * The text of a page, block by block, with arrow-key navigation; a highlighted block is highlighted in the
 * page image too.
 */
export function BlockList({
  shown,
  current,
  sureness,
  onChoose,
  onPointAt,
}: {
  shown: PageOfBlocks
  current: number | null
  sureness: number
  onChoose: (id: number | null) => void
  onPointAt: (id: number) => void
}) {
  const { page, blocks, removed } = shown
  const move = (event: KeyboardEvent, id: number) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const next = id + (steps[event.key] ?? 0)
    if (next === id || blocks[next] === undefined) return
    event.preventDefault()
    onChoose(next)
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-block="${page}-${next}"]`)?.focus()
  }
  return (
    <>
      {blocks.length === 0 && <p className="text-muted">This page has no text.</p>}
      {blocks.length > 0 && (
        <div role="listbox" aria-label={`Text of page ${page}`} className="flex flex-col gap-1">
          {blocks.map(({ id, type, text, confidence, chunk }) => {
            const beginsChunk = chunk !== null && chunk !== blocks[id - 1]?.chunk
            const marked = id === current
            const unsure = confidence !== null && confidence < sureness
            return (
              <div
                key={id}
                role="option"
                aria-selected={marked}
                tabIndex={marked || (current === null && id === 0) ? 0 : -1}
                data-block={`${page}-${id}`}
                onClick={() => onChoose(id)}
                onFocus={() => onChoose(id)}
                onKeyDown={event => move(event, id)}
                onPointerEnter={() => onPointAt(id)}
                dir="auto"
                className={classNames(
                  'rounded px-2 py-0.5 text-base break-words whitespace-pre-wrap -outline-offset-2',
                  type === 'heading' && 'font-semibold',
                  type === 'table' && 'font-mono text-[0.78125rem]',
                  beginsChunk && 'rounded-t-none border-t-2 border-accent-text',
                  marked && 'bg-sunken shadow-[inset_2px_0_var(--accent-text)]',
                  unsure && 'underline decoration-warn decoration-wavy underline-offset-4',
                )}
              >
                {beginsChunk && <span className="block text-xs text-muted">Chunk {chunk + 1}</span>}
                {text}
                {unsure && (
                  <span className="ml-2 text-xs text-warn no-underline">
                    {formatShare(confidence)} confidence
                  </span>
                )}
              </div>
            )
          })}
        </div>
      )}
      {removed.length > 0 && (
        <ul aria-label="Lines removed from this page" className="mt-2 px-2 text-xs text-muted">
          {removed.map(({ text }, index) => (
            <li key={index}>
              <del>{text}</del>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
