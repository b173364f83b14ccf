'use client'
import { FileUp, Library } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { sampleSets } from '#lib/client/embeddings/samples/sample-sets.ts'
import { emptySource, sourceOfRows, type TextSource } from './state/text-source.ts'
import { withSource } from './state/request.ts'
import type { Import } from './use-import.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

/** A file, a sample set, or an empty page; and how reading a file stands. */
export function TextsActions({ importing }: { importing: Import }) {
  const { store } = useViewer()
  const filled = useViewerState(state => state.request.body['input'] !== undefined)
  const file = useRef<HTMLInputElement>(null)
  const put = (source: TextSource) =>
    store.update(state => ({ ...state, request: withSource(state.request, source) }))
  return (
    <>
      <div className="-mx-2.5 flex flex-wrap items-center gap-1">
        <Button variant="plain" onClick={() => file.current?.click()}>
          <FileUp size={16} aria-hidden /> File
        </Button>
        <Menu
          trigger={
            <Button variant="plain">
              <Library size={16} aria-hidden /> Sample set
            </Button>
          }
          actions={sampleSets.map(({ title, count, load }) => ({
            label: `${title} (${count})`,
            onSelect: () => void load().then(rows => put(sourceOfRows(rows, title))),
          }))}
        />
        {filled && (
          <Button variant="plain" onClick={() => put(emptySource)}>
            Clear
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept=".txt,.csv,.tsv,.json,.jsonl,.ndjson,text/plain,text/csv,application/json"
          aria-label="File of texts"
          className="hidden"
          onChange={event => {
            const [chosen] = event.target.files ?? []
            if (chosen) void importing.open(chosen)
            event.target.value = ''
          }}
        />
      </div>
      {importing.now.state === 'reading' && (
        <div className="flex items-center gap-3 text-xs text-muted">
          <span className="shrink-0">Reading {importing.now.name}</span>
          <Progress label={`Reading ${importing.now.name}`} value={importing.now.share} max={1} />
          <Button onClick={importing.cancel}>Cancel</Button>
        </div>
      )}
      {importing.now.state === 'refused' && (
        <div role="alert" className="rounded-md border border-bad px-3 py-2 text-xs">
          <p className="font-medium text-bad">{importing.now.name} could not be read</p>
          <p className="mt-0.5">{importing.now.reason}</p>
          <Button variant="link" className="mt-1 text-xs" onClick={importing.dismiss}>
            Dismiss
          </Button>
        </div>
      )}
    </>
  )
}
