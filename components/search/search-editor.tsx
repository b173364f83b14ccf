'use client'
import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { readHistoryTurns, withHistoryTurns } from '#lib/client/search/history-pairs.ts'
import { settingOf, withSetting } from '#lib/client/search/second-setting.ts'
import { fieldAt, withFieldAt } from '#lib/client/body-field.ts'
import { LibraryChoice } from './library-choice.tsx'
import { QuestionField } from './question-field.tsx'
import { readRunsAtOnce, writeRunsAtOnce } from './runs-at-once.ts'
import { useSearch, useSearchStore } from './search-context.ts'
import { SettingFields } from './setting-fields.tsx'

/** The request: the question, where to look, how thoroughly, and by which models. */
export function SearchEditor() {
  const store = useSearchStore()
  const { body, second } = useSearch()
  const earlier = readHistoryTurns(body).length
  return (
    <>
      <QuestionField />
      {earlier > 0 && (
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          After {earlier === 1 ? 'one earlier question' : `${earlier} earlier questions`}.
          <Button
            variant="link"
            className="min-h-6 text-xs"
            onClick={() => store.update(state => ({ ...state, body: withHistoryTurns(state.body, []) }))}
          >
            Ask by itself
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
        <section aria-label="Second setting" className="rounded-md border border-line p-3">
          <p className="mb-2 text-xs font-medium">The same question with</p>
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
  // Off until the browser was asked: the server does not know.
  const [on, setOn] = useState<boolean | null>(null)
  return (
    <details
      className="text-xs text-muted"
      onToggle={() => {
        if (on === null) setOn(readRunsAtOnce())
      }}
    >
      <summary className="w-fit cursor-pointer py-1 hover:text-text">Questions in the address</summary>
      <div className="flex items-center gap-2 py-1">
        <Switch
          id={id}
          checked={on ?? false}
          onChange={next => {
            setOn(next)
            writeRunsAtOnce(next)
          }}
        />
        <label htmlFor={id}>Ask at once what a link brings as ?q=, in this browser</label>
      </div>
    </details>
  )
}
