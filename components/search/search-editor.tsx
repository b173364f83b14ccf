'use client'

import { useId, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { readHistoryTurns, withHistoryTurns } from './model/history-pairs.ts'
import { settingOf, withSetting, type Setting } from './model/second-setting.ts'
import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import { useSearch, useSearchStore, useNeighbours } from './search-context.ts'
import { useIssue } from '#components/playground/form/issues-context.ts'
import { listCommands } from '#components/shell/commands.ts'
import { Field } from '#components/ui/form/field.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { questionOf } from './model/search-turn.ts'
import { useQuery } from '@tanstack/react-query'
import { Toggles } from '#components/ui/form/toggles.tsx'
import { type LibraryPart, readLibraryPart, writeLibraryPart } from './model/library-part.ts'
import { statusQuery } from '#components/library/model/library-status.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { focusLabels, optimizationLabels } from './format-setting.ts'
import { X } from 'lucide-react'
import { ModelPicker } from '#components/playground/form/model-picker.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { modelIdOf, toModelName } from './model/model-name.ts'
import { extractiveModel } from '#lib/contracts/api/search/answer-model.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { Model } from '#lib/contracts/api/models.ts'

/** The request: question, scope, mode and models. */
export function SearchEditor() {
  const store = useSearchStore()
  const { body, second } = useSearch()
  const earlier = readHistoryTurns(body).length
  return (
    <>
      <QuestionField />
      {earlier > 0 && (
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          Follows {earlier === 1 ? 'one earlier question' : `${earlier} earlier questions`}.
          <Button
            variant="link"
            className="min-h-6 text-xs"
            onClick={() => store.update(state => ({ ...state, body: withHistoryTurns(state.body, []) }))}
          >
            Start a new conversation
          </Button>
        </p>
      )}
      <SettingFields
        setting={settingOf(body)}
        onChange={setting => store.update(state => ({ ...state, body: withSetting(state.body, setting) }))}
      />
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
            second
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
      <summary className="w-fit cursor-pointer py-1 hover:text-text">Share in URL</summary>
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

/** The question. Enter runs it, as in a search engine; Shift+Enter inserts a line break. */
function QuestionField() {
  const store = useSearchStore()
  const value = fieldAt(useSearch().body, 'params.query')
  const issue = useIssue('params.query')
  const text = typeof value === 'string' ? value : ''
  const write = (next: string) =>
    store.update(state => ({
      ...state,
      body: withFieldAt(state.body, 'params.query', next === '' ? undefined : next),
    }))
  return (
    <Field label="Question" help="Links in the question are read." error={issue?.message}>
      {ids => (
        <TextArea
          {...ids}
          data-field="params.query"
          data-main-input
          className="text-base"
          placeholder="Search the web and your library"
          maxLength={4000}
          value={text}
          onChange={event => write(event.target.value)}
          onKeyDown={event => {
            const { turn } = store.read()
            if (event.key === 'ArrowUp' && text === '' && turn !== null) {
              event.preventDefault()
              return write(questionOf(turn))
            }
            const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
            if (event.key !== 'Enter' || !plain || event.nativeEvent.isComposing) return
            event.preventDefault()
            listCommands()
              .find(({ id }) => id === 'run')
              ?.run()
          }}
        />
      )}
    </Field>
  )
}

/** Whether a search includes the team's library, and which of its collections. */
function LibraryChoice({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const id = useId()
  const part = readLibraryPart(value)
  const change = (next: LibraryPart) => onChange(writeLibraryPart(next))
  return (
    <div data-field="params.library" className="flex flex-col gap-1">
      <div className="flex items-center gap-x-3">
        <label htmlFor={id} className="w-22 text-xs text-muted">
          Your library
        </label>
        <Switch
          id={id}
          checked={part !== 'none'}
          onChange={on => change(on ? 'all' : 'none')}
          aria-describedby={`${id}-help`}
        />
        <span id={`${id}-help`} className="text-xs text-muted">
          {part === 'none' ? 'excluded' : 'included'}
        </span>
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
    <details
      open={open}
      onToggle={event => setOpen(event.currentTarget.open)}
      className="text-xs text-muted sm:pl-25"
    >
      <summary className="w-fit cursor-pointer py-0.5 hover:text-text">
        {chosen.length === 0 ? 'All collections' : `Only ${chosen.join(', ')}`}
      </summary>
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

const focusChoices = Object.entries(focusLabels).map(([value, label]) => ({ value, label }))
const optimizationChoices = Object.entries(optimizationLabels).map(([value, label]) => ({ value, label }))

/** Scope, mode and models. */
function SettingFields({
  setting,
  onChange,
  second = false,
}: {
  setting: Setting
  onChange: (setting: Setting) => void
  /** Prefix of the accessible names in a comparison. */
  second?: boolean
}) {
  const { chat, embeddings } = useNeighbours()
  const change = (name: keyof Setting, value: unknown) => {
    const { [name]: _, ...rest } = setting
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  const of = (name: string) => (second ? `${name} (comparison)` : name)
  return (
    <div className="flex flex-col gap-2.5">
      <Row label="Focus" field="params.focusMode" second={second}>
        <Segmented
          label={of('Focus')}
          choices={focusChoices}
          value={toValue(setting['params.focusMode'])}
          placeholder="webSearch"
          onChange={value => change('params.focusMode', value)}
          className="flex-wrap"
        />
      </Row>
      <Row label="Mode" field="params.optimizationMode" second={second}>
        <Segmented
          label={of('Mode')}
          choices={optimizationChoices}
          value={toValue(setting['params.optimizationMode'])}
          placeholder="balanced"
          onChange={value => change('params.optimizationMode', value)}
        />
      </Row>
      <Row label="Answer model" field="params.chatModel" second={second}>
        <ModelChoice
          contract={chat}
          label={of('Chat model')}
          extractive
          value={setting['params.chatModel']}
          onChange={value => change('params.chatModel', value)}
        />
      </Row>
      <Row label="Ranking model" field="params.embeddingModel" second={second}>
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

function Row({
  label,
  field,
  second,
  children,
}: {
  label: string
  field: string
  second: boolean
  children: React.ReactNode
}) {
  return (
    <div {...(!second && { 'data-field': field })} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden className="w-22 text-xs text-muted">
        {label}
      </span>
      <div className="flex min-w-0">{children}</div>
    </div>
  )
}

function toValue(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

const quoting: readonly Model[] = [
  {
    id: extractiveModel,
    object: 'model',
    created: 0,
    owned_by: 'local',
    type: 'chat',
    capabilities: ['chat'],
  },
]
const none: readonly Model[] = []

/** A model of a search; without a selection, the server's default. */
function ModelChoice({
  contract,
  label,
  value,
  onChange,
  extractive = false,
}: {
  contract: ContractInfo
  label: string
  /** The value in the request. */
  value: unknown
  onChange: (value: unknown) => void
  /** Also offers extraction, which quotes the sources without a language model. */
  extractive?: boolean
}) {
  const id = modelIdOf(value)
  return (
    <div className="flex min-w-0 items-center gap-1">
      <ModelPicker
        contract={contract}
        label={label}
        value={id}
        whenNone="Server default"
        others={extractive ? quoting : none}
        onChange={next => onChange(toModelName(next))}
      />
      {id !== null && (
        <IconButton label={`${label}: default`} onClick={() => onChange(undefined)}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
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
