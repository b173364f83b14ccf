'use client'

import { type DragEvent, useState, useRef, useMemo, useEffect } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { useViewerState, useViewer } from './viewer-context.ts'
import { useContract } from '#components/playground/layout/playground-context.ts'
import { ModelPicker } from '#components/playground/form/model-picker.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { base64From, withSource, fromDraft } from './state/request.ts'
import { startView } from './state/viewer-state.ts'
import {
  rowsOf,
  sourceOfRows,
  type TextSource,
  typedCharactersMax,
  emptySource,
} from './state/text-source.ts'
import { useOpenCurl } from '#components/playground/code/use-open-curl.ts'
import { FileUp, Library } from 'lucide-react'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { Progress } from '#components/ui/data/progress.tsx'
import { sampleSets } from './model/samples/sample-sets.ts'
import { Select } from '#components/ui/form/select.tsx'
import { formatCount, formatCountOf } from '#lib/client/format.ts'
import type { ImportedRows } from '#components/playground/import/model/to-rows.ts'
import { createFileReading } from '#components/playground/import/model/file-reading.ts'
import { useQuery } from '@tanstack/react-query'
import { ModelDownload } from '#components/playground/form/model-download.tsx'
import { otherModel } from '#components/playground/form/choose-model.ts'
import { modelsQuery } from '#lib/client/models.ts'

/** The texts: typed, pasted, from a file, or a sample set. A file can be dropped anywhere on it. */
export function EmbeddingsEditor() {
  const source = useViewerState(state => state.request.source)
  const importing = useImport()
  const [over, setOver] = useState(false)
  const drag = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      const [file] = event.dataTransfer.files
      setOver(false)
      if (file === undefined) return
      event.preventDefault()
      void importing.open(file)
    },
  }
  return (
    <>
      <div
        {...drag}
        data-field="input"
        className={classNames(
          '-m-1 flex flex-col gap-2 rounded-md border border-dashed p-1',
          over ? 'border-accent-text bg-sunken' : 'border-transparent',
        )}
      >
        {source.kind === 'typed' ? <TextsField source={source} /> : <SourceCard source={source} />}
        <TextsActions importing={importing} />
        <FormatNote />
      </div>
      <SecondModel />
    </>
  )
}

/** The format that many texts are requested in, which the form sets for them: said, and undone with one click. */
function FormatNote() {
  const { store } = useViewer()
  const format = useViewerState(state => state.request.body['encoding_format'])
  const count = useViewerState(state => rowsOf(state.request.source).rows.length)
  if (count < base64From || format !== 'base64') return null
  const setFloat = () =>
    store.update(state => ({
      ...state,
      request: { ...state.request, body: { ...state.request.body, encoding_format: 'float' } },
    }))
  return (
    <p role="note" className="px-1 text-xs text-muted">
      <code>encoding_format</code> is set to <code>base64</code>: the vectors of{' '}
      {formatCountOf(count, 'text')} are a quarter of the size.{' '}
      <Button variant="link" className="min-h-6 text-xs" onClick={setFloat}>
        Use float
      </Button>
    </p>
  )
}

/** The model to compare with; it gets the same texts and parameters. */
function SecondModel() {
  const contract = useContract()
  const { store } = useViewer()
  const second = useViewerState(state => state.request.second)
  const compare = useCompare()
  const put = (model: string | null) =>
    store.update(state => ({ ...state, request: { ...state.request, second: model } }))
  if (second === null)
    // On a phone the header has no space for it.
    return (
      <Button variant="link" className="self-start text-xs sm:hidden" onClick={compare}>
        Compare with a second model
      </Button>
    )
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="text-xs text-muted">Compare with</span>
      <ModelPicker
        contract={contract}
        label="Second model"
        value={second || null}
        whenNone="Choose model"
        onChange={put}
      />
      <Button variant="link" className="text-xs" onClick={() => put(null)}>
        Remove
      </Button>
      {second === '' && (
        <p className="basis-full text-xs text-muted">
          No other embedding model is ready. Choose one to download or set up; until then, it is left out.
        </p>
      )}
      <span className="basis-full empty:hidden">
        <ModelDownload model={second || null} />
      </span>
    </div>
  )
}

// Browsers insert line by line and reflow the field each time: thousands of lines would freeze the page.
const longPaste = 10_000

/** Texts as lines. */
function TextsField({ source }: { source: Extract<TextSource, { kind: 'typed' }> }) {
  const { store } = useViewer()
  const pasteCurl = usePasteCurl()
  const put = (next: TextSource) =>
    store.update(state => ({ ...state, request: withSource(state.request, next) }))
  return (
    <Field label="Texts, one per line" aside={<TextsCount rows={rowsOf(source)} />}>
      {ids => (
        <TextArea
          {...ids}
          data-main-input
          spellCheck={false}
          className="max-h-[46vh] min-h-36 text-base"
          placeholder="Enter texts, one per line. Or drop a file (txt, csv, json, jsonl), or paste a curl command"
          value={source.text}
          onChange={event => put({ ...source, text: event.target.value })}
          onPaste={event => {
            const pasted = event.clipboardData.getData('text/plain')
            if (source.text === '' && pasteCurl(pasted)) return event.preventDefault()
            if (pasted.length < longPaste) return
            event.preventDefault()
            const { value, selectionStart, selectionEnd } = event.currentTarget
            const text = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
            const { rows } = rowsOf({ ...source, text })
            put(text.length > typedCharactersMax ? sourceOfRows(rows, 'Pasted texts') : { ...source, text })
          }}
        />
      )}
    </Field>
  )
}

function usePasteCurl(): (text: string) => boolean {
  const { store } = useViewer()
  return useOpenCurl(useContract(), {
    take(draft) {
      const before = store.read().request
      store.update(state => ({ ...state, request: fromDraft(state.request, draft) }))
      return () => store.update(state => ({ ...state, request: before }))
    },
    paste: text =>
      store.update(state => ({
        ...state,
        request: withSource(state.request, { kind: 'typed', text, groups: new Map() }),
      })),
  })
}

/** Import actions: a file, a sample set, or clearing; and the import progress. */
function TextsActions({ importing }: { importing: Import }) {
  const { store } = useViewer()
  const filled = useViewerState(state => state.request.body['input'] !== undefined)
  const file = useRef<HTMLInputElement>(null)
  const put = (source: TextSource) =>
    store.update(state => ({ ...state, request: withSource(state.request, source) }))
  // A finished result stays in the history, and the examples return.
  const clear = () =>
    store.update(state => ({
      ...(state.shown?.running ? state : startView(state)),
      request: withSource(state.request, emptySource),
    }))
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
          <Button variant="plain" onClick={clear}>
            Clear
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept=".txt,.csv,.tsv,.json,.jsonl,.ndjson,text/plain,text/csv,application/json"
          aria-label="Text file"
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

type CardSource = Exclude<TextSource, { kind: 'typed' }>

const noColumn = 'none'
const previewRows = 4

/** Texts that are not typed: their source, the columns to read, and the first of them. */
function SourceCard({ source }: { source: CardSource }) {
  const { store } = useViewer()
  const { rows, emptyCount } = rowsOf(source)
  const put = (next: TextSource) =>
    store.update(state => ({ ...state, request: withSource(state.request, next) }))
  const asLines = useMemo(
    () => (source.kind === 'raw' ? source : sourceOfRows(rowsOf(source).rows, nameOf(source))),
    [source],
  )
  return (
    <section aria-label="Texts" className="rounded-md border border-line bg-canvas">
      <div className="flex items-center gap-2 border-b border-line px-2.5 py-1.5">
        <span className="min-w-0 flex-1 truncate font-medium">{nameOf(source)}</span>
        <span className="text-xs text-muted">
          <TextsCount rows={{ rows, emptyCount }} />
        </span>
      </div>
      {source.kind === 'file' && <ColumnChoice source={source} onChange={put} />}
      <ol className="px-2.5 py-1.5 text-xs">
        {rows.slice(0, previewRows).map(row => (
          <li key={row.line} className="flex gap-2 py-0.5">
            <span className="w-8 shrink-0 text-right text-muted">{row.line}</span>
            <span className="min-w-0 flex-1 truncate">{row.text}</span>
            {row.group !== null && <span className="max-w-[30%] truncate text-muted">{row.group}</span>}
          </li>
        ))}
      </ol>
      {asLines.kind === 'typed' && (
        <Button variant="link" className="mb-2 ml-2.5 text-xs" onClick={() => put(asLines)}>
          Edit as lines
        </Button>
      )}
    </section>
  )
}

function ColumnChoice({
  source,
  onChange,
}: {
  source: Extract<TextSource, { kind: 'file' }>
  onChange: (source: TextSource) => void
}) {
  const { table, choice } = source
  const columns = table.columns.map((label, index) => ({ value: String(index), label }))
  return (
    <div className="grid grid-cols-2 gap-2 border-b border-line px-2.5 py-1.5">
      <Field label="Text column">
        {({ id }) => (
          <Select
            id={id}
            choices={columns}
            value={String(choice.text)}
            onChange={text => onChange({ ...source, choice: { ...choice, text: Number(text) } })}
          />
        )}
      </Field>
      <Field label="Color column">
        {({ id }) => (
          <Select
            id={id}
            choices={[{ value: noColumn, label: 'None' }, ...columns]}
            value={choice.group === null ? noColumn : String(choice.group)}
            onChange={group =>
              onChange({
                ...source,
                choice: { ...choice, group: group === noColumn ? null : Number(group) },
              })
            }
          />
        )}
      </Field>
    </div>
  )
}

function nameOf(source: CardSource): string {
  if (source.kind === 'file') return source.name
  return source.kind === 'list' ? source.label : 'Input from the JSON view'
}

/** Number of texts and of empty lines. */
function TextsCount({ rows: { rows, emptyCount } }: { rows: ImportedRows }) {
  return (
    <span>
      {formatCountOf(rows.length, 'text')}
      {emptyCount > 0 && `, ${formatCount(emptyCount)} empty skipped`}
    </span>
  )
}

type ImportState =
  | { readonly state: 'idle' }
  | { readonly state: 'reading'; readonly name: string; readonly share: number }
  | { readonly state: 'refused'; readonly name: string; readonly reason: string }

interface Import {
  readonly now: ImportState
  readonly open: (file: File) => Promise<void>
  readonly cancel: () => void
  readonly dismiss: () => void
}

/** Reads a file of texts; the current texts stay when it cannot be read. */
function useImport(): Import {
  const { store } = useViewer()
  const [now, setNow] = useState<ImportState>({ state: 'idle' })
  const [reading] = useState(() => createFileReading())
  useEffect(() => reading.cancel, [reading])

  async function open(file: File): Promise<void> {
    const { name } = file
    setNow({ state: 'reading', name, share: 0 })
    const outcome = await reading.read(file, share => setNow({ state: 'reading', name, share }))
    if (outcome === null) return
    if (outcome.status === 'refused') {
      const where = outcome.line === null ? '' : `Line ${outcome.line}: `
      return setNow({ state: 'refused', name, reason: `${where}${outcome.reason}` })
    }
    const { table, guess } = outcome
    const fromFile: TextSource = { kind: 'file', name, table, choice: guess }
    // A plain list of lines becomes typed text; columns need a selection.
    const source = table.columns.length === 1 ? sourceOfRows(rowsOf(fromFile).rows, name) : fromFile
    store.update(state => ({ ...state, request: withSource(state.request, source) }))
    setNow({ state: 'idle' })
  }

  return {
    now,
    open,
    cancel() {
      reading.cancel()
      setNow({ state: 'idle' })
    },
    dismiss: () => setNow({ state: 'idle' }),
  }
}

/** Starts a comparison: with another available model, or with one to be selected. */
export function useCompare(): () => void {
  const { store } = useViewer()
  const models = useQuery(modelsQuery).data ?? []
  return () =>
    store.update(state => {
      const second = otherModel('embeddings', models, [state.request.body['model']]) ?? ''
      return { ...state, request: { ...state.request, second } }
    })
}
