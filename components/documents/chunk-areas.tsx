'use client'
import { classNames } from '#components/ui/class-names.ts'
import { toChunkAreas } from '#lib/client/documents/chunk-areas.ts'
import type { PageBlock } from '#lib/client/documents/page-blocks.ts'
import { toPlace } from './box-style.ts'

/** The borders of the chunks on the picture of a page; chunks that begin at one place share their label. */
export function ChunkAreas({ blocks }: { blocks: readonly PageBlock[] }) {
  const areas = toChunkAreas(blocks)
  const starts = Map.groupBy(areas, ({ box: [left, top] }) => `${left.toFixed(2)} ${top.toFixed(2)}`)
  return (
    <>
      {areas.map(({ chunk, box }, place) => (
        <span
          key={place}
          className={classNames(
            'absolute -m-px border-2',
            chunk % 2 === 0 ? 'border-accent' : 'border-dashed border-ok',
          )}
          style={toPlace(box)}
        />
      ))}
      {[...starts].map(([start, [first, ...others]]) => {
        if (first === undefined) return null
        const { left, top } = toPlace(first.box)
        return (
          <span
            key={start}
            className="absolute -translate-x-full rounded-[2px] bg-panel px-1 text-xs leading-4 whitespace-nowrap text-text"
            style={{ left, top }}
          >
            {[first, ...others].map(({ chunk }) => chunk + 1).join(', ')}
          </span>
        )
      })}
    </>
  )
}
