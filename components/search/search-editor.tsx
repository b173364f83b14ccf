'use client'

import { useId, useState } from 'react'
import { Switch } from '#components/ui/form/switch.tsx'
import type { Setting } from './model/second-setting.ts'
import { focusChoices, optimizationChoices, toValue } from './format-setting.ts'
import { ModelChoice } from './model-choice.tsx'
import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import { useSearch, useSearchStore, useNeighbours } from './search-context.ts'
import { useQuery } from '@tanstack/react-query'
import { Toggles } from '#components/ui/form/toggles.tsx'
import { type LibraryPart, readLibraryPart, writeLibraryPart } from './model/library-part.ts'
import { statusQuery } from '#components/library/model/library-status.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Summary } from '#components/ui/data/summary.tsx'

/** The rest of the request, beside the composer: ranking model, library and the compared setting. */
export function SearchEditor() {
  const store = useSearchStore()
  const { body, second } = useSearch()
  const { embeddings } = useNeighbours()
  return (
    <>
      <div data-field="params.embeddingModel" className="flex flex-col items-start gap-1">
        <span aria-hidden className="flex items-baseline gap-1.5">
          Ranking model <code className="text-2xs text-muted">embeddingModel</code>
        </span>
        <ModelChoice
          contract={embeddings}
          label="Embedding model"
          value={fieldAt(body, 'params.embeddingModel')}
          onChange={value =>
            store.update(state => ({
              ...state,
              body: withFieldAt(state.body, 'params.embeddingModel', value),
            }))
          }
        />
        <p className="text-xs text-muted">Orders the passages of the sources by meaning.</p>
      </div>
      <LibraryChoice
        value={fieldAt(body, 'params.library')}
        onChange={value =>
          store.update(state => ({ ...state, body: withFieldAt(state.body, 'params.library', value) }))
        }
      />
      {second !== null && (
        <section aria-label="Comparison settings" className="rounded-md border border-line p-3">
          <p className="mb-2 text-xs font-medium">Compare with</p>
          <SettingFields
            setting={second}
            onChange={setting => store.update(state => ({ ...state, second: setting }))}
          />
        </section>
      )}
      <AtOnce />
    </>
  )
}

function AtOnce() {
  const id = useId()
  // Off until the browser setting is read: the server does not know it.
  const [on, setOn] = useState<boolean | null>(null)
  return (
    <details
      className="text-xs text-muted"
      onToggle={() => {
        if (on === null) setOn(readRunsAtOnce())
      }}
    >
      <Summary className="py-1 hover:text-text">Share in URL</Summary>
      <div className="flex items-center gap-2 py-1">
        <Switch
          id={id}
          checked={on ?? false}
          onChange={next => {
            setOn(next)
            writeRunsAtOnce(next)
          }}
        />
        <label htmlFor={id}>Run questions from ?q= automatically in this browser</label>
      </div>
    </details>
  )
}

/** Whether a search includes the team's library, and which of its collections. */
function LibraryChoice({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const id = useId()
  const part = readLibraryPart(value)
  const change = (next: LibraryPart) => onChange(writeLibraryPart(next))
  return (
    <div data-field="params.library" className="flex flex-col gap-1">
      <div className="flex items-center gap-x-2">
        <label htmlFor={id} className="flex items-baseline gap-1.5">
          Your library <code className="text-2xs text-muted">library</code>
        </label>
        <span id={`${id}-help`} className="flex-1 text-right text-xs text-muted">
          {part === 'none' ? 'excluded' : 'included'}
        </span>
        <Switch
          id={id}
          checked={part !== 'none'}
          onChange={on => change(on ? 'all' : 'none')}
          aria-describedby={`${id}-help`}
        />
      </div>
      {part !== 'none' && <Collections chosen={part === 'all' ? [] : part} onChange={change} />}
    </div>
  )
}

function Collections({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (part: LibraryPart) => void
}) {
  const [open, setOpen] = useState(false)
  // Loaded on demand: most searches include the whole library.
  const { data: status, isPending, isError } = useQuery({ ...statusQuery, enabled: open })
  const known = status?.collections.map(({ name }) => name) ?? []
  const options = [...known, ...chosen.filter(name => !known.includes(name))]
  return (
    <details open={open} onToggle={event => setOpen(event.currentTarget.open)} className="text-xs text-muted">
      <Summary className="py-0.5 hover:text-text">
        {chosen.length === 0 ? 'All collections' : `Only ${chosen.join(', ')}`}
      </Summary>
      <div className="flex flex-col gap-1 py-1">
        {options.length > 0 && (
          <Toggles
            label="Collections"
            options={options}
            values={chosen}
            placeholder={[]}
            onChange={names => onChange(names.length === 0 ? 'all' : names)}
          />
        )}
        {open && isPending && <p>Loading collections…</p>}
        {isError && <p>Could not load collections. All of them are searched.</p>}
        {status && known.length === 0 && <p>No collections yet</p>}
        {status && known.length > 0 && chosen.length === 0 && <p>Select none to search all of them.</p>}
      </div>
    </details>
  )
}

/** Scope, mode and models of the setting to compare with. */
function SettingFields({ setting, onChange }: { setting: Setting; onChange: (setting: Setting) => void }) {
  const { chat, embeddings } = useNeighbours()
  const change = (name: keyof Setting, value: unknown) => {
    const { [name]: _, ...rest } = setting
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  const of = (name: string) => `${name} (comparison)`
  return (
    <div className="flex flex-col gap-2.5">
      <Row label="Focus">
        <Segmented
          label={of('Focus')}
          choices={focusChoices}
          value={toValue(setting['params.focusMode'])}
          placeholder="webSearch"
          onChange={value => change('params.focusMode', value)}
          className="flex-wrap"
        />
      </Row>
      <Row label="Mode">
        <Segmented
          label={of('Mode')}
          choices={optimizationChoices}
          value={toValue(setting['params.optimizationMode'])}
          placeholder="balanced"
          onChange={value => change('params.optimizationMode', value)}
        />
      </Row>
      <Row label="Answer model">
        <ModelChoice
          contract={chat}
          label={of('Chat model')}
          extractive
          value={setting['params.chatModel']}
          onChange={value => change('params.chatModel', value)}
        />
      </Row>
      <Row label="Ranking model">
        <ModelChoice
          contract={embeddings}
          label={of('Embedding model')}
          value={setting['params.embeddingModel']}
          onChange={value => change('params.embeddingModel', value)}
        />
      </Row>
    </div>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden className="w-22 text-xs text-muted">
        {label}
      </span>
      <div className="flex min-w-0">{children}</div>
    </div>
  )
}

const key = 'sextant-search-at-once'

/** Whether a question in the URL runs automatically: a setting of this browser, off by default. */
export function readRunsAtOnce(): boolean {
  try {
    return localStorage.getItem(key) === 'on'
  } catch (error) {
    // Storage can be disabled entirely.
    if (error instanceof DOMException) return false
    throw error
  }
}

function writeRunsAtOnce(on: boolean): void {
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
