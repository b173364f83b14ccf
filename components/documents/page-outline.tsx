'use client'
import { classNames } from '#components/ui/class-names.ts'
import type { PageOfBlocks } from '#lib/client/documents/page-blocks.ts'

const pointsMax = 4
const pointLengthMax = 120

/** The slides or sheets of a document by their titles, with the first lines of each; one is chosen. */
export function PageOutline({
  pages,
  noun,
  current,
  onShow,
}: {
  pages: readonly PageOfBlocks[]
  /** Of many: `slides`. */
  noun: string
  current: number
  onShow: (page: number) => void
}) {
  return (
    <nav aria-label={`Outline of the ${noun}`}>
      <ol className="flex flex-col gap-1">
        {pages.map(({ page, blocks }) => {
          const title = blocks.find(({ type }) => type === 'heading') ?? blocks[0]
          const points = blocks.filter(block => block !== title && block.text.trim() !== '')
          return (
            <li key={page}>
              <button
                type="button"
                aria-current={page === current || undefined}
                onClick={() => onShow(page)}
                className={classNames(
                  'block w-full rounded-md border border-line bg-panel px-3 py-1.5 text-left',
                  page === current && 'border-accent',
                )}
              >
                <span className="flex gap-2">
                  <span className="shrink-0 text-muted tabular-nums">{page}</span>
                  <bdi className="min-w-0 font-medium break-words">
                    {toTitle(title?.text ?? '') || 'Without a title'}
                  </bdi>
                </span>
                {points.slice(0, pointsMax).map(({ id, type, text }) => (
                  <bdi
                    key={id}
                    className={classNames(
                      'block truncate pl-5 text-xs text-muted',
                      type === 'note' && 'italic',
                    )}
                  >
                    {text.slice(0, pointLengthMax)}
                  </bdi>
                ))}
                {points.length > pointsMax && (
                  <span className="block pl-5 text-xs text-muted">{points.length - pointsMax} more</span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** `Slide 3: Tides` → `Tides`: the number stands beside it. */
function toTitle(text: string): string {
  return text.replace(/^(?:Slide \d+|Sheet)(?::\s*|$)/, '')
}
