'use client'
import { CloseButton } from '#components/ui/close-button.tsx'
import { Drawer } from '#components/ui/drawer.tsx'
import type { SearchTurn } from '#lib/client/search/search-turn.ts'
import { SourceEntry } from './source-entry.tsx'

/** All sources of an answer, each with its text, where it came from, and whether the next answer may use it. */
export function SourcesPanel({ turn, onClose }: { turn: SearchTurn; onClose: () => void }) {
  const sources = turn.found.sources ?? []
  return (
    <Drawer open onClose={onClose} title="Sources" side="right" className="w-[min(34rem,calc(100vw-24px))]">
      <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="flex-1 text-base font-semibold">
          {sources.length === 1 ? '1 source' : `${sources.length} sources`}
        </h2>
        <CloseButton onClick={onClose} />
      </header>
      <p className="border-b border-line px-4 py-2 text-xs text-muted">
        Untick what the answer should do without, close this, and answer again.
      </p>
      <ol className="scroll min-h-0 flex-1">
        {sources.map((source, index) => (
          <SourceEntry key={index} source={source} number={index + 1} onShow={onClose} />
        ))}
      </ol>
    </Drawer>
  )
}
