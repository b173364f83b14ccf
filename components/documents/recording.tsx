'use client'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { DocumentFile } from '#lib/client/documents/document-file.ts'
import type { DocumentSegment } from '#lib/client/documents/read-document.ts'
import { toClock } from '#lib/client/documents/to-clock.ts'
import { useDocumentsPlace } from './documents-context.ts'
import { showBytes } from './show-bytes.ts'

/** What was said, piece by piece; each piece plays from where it was said. */
export function Recording({ segments, file }: { segments: readonly DocumentSegment[]; file: DocumentFile }) {
  const { keeper } = useDocumentsPlace()
  const bytes = keeper.get(file.id)
  const [playedSeconds, setPlayedSeconds] = useState<number | null>(null)
  const player = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    if (player.current !== null && bytes !== null) return showBytes(player.current, bytes)
  }, [bytes])
  const playFrom = (seconds: number) => {
    if (player.current === null) return
    player.current.currentTime = seconds
    void player.current.play()
  }
  return (
    <div className="flex max-w-[84ch] flex-col gap-3">
      {bytes !== null && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said stands right below
        <audio
          ref={player}
          controls
          className="w-full"
          onTimeUpdate={event => setPlayedSeconds(event.currentTarget.currentTime)}
          onEnded={() => setPlayedSeconds(null)}
        />
      )}
      <ol aria-label="What was said" className="flex flex-col gap-1">
        {segments.map(({ start, end, text }) => {
          const isPlayed = playedSeconds !== null && playedSeconds >= start && playedSeconds < end
          return (
            <li
              key={`${start} ${end}`}
              aria-current={isPlayed || undefined}
              className={classNames(
                'flex items-start gap-3',
                isPlayed && 'bg-sunken shadow-[-8px_0_var(--sunken),inset_2px_0_var(--accent)]',
              )}
            >
              <button
                type="button"
                disabled={bytes === null}
                onClick={() => playFrom(start)}
                aria-label={`Play from ${toClock(start)}`}
                className="min-h-6 shrink-0 font-mono text-xs text-accent disabled:text-muted"
              >
                {toClock(start)}
              </button>
              <span className="text-base">{text}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
