'use client'
import { Segmented } from '#components/ui/segmented.tsx'
import type { Setting } from '#lib/client/search/second-setting.ts'
import { focusLabels, optimizationLabels } from './setting-words.ts'
import { ModelChoice } from './model-choice.tsx'
import { useNeighbours } from './search-context.ts'

const focusChoices = Object.entries(focusLabels).map(([value, label]) => ({ value, label }))
const optimizationChoices = Object.entries(optimizationLabels).map(([value, label]) => ({ value, label }))

/** Where to look, how thoroughly, and by which models. */
export function SettingFields({
  setting,
  onChange,
  second = false,
}: {
  setting: Setting
  onChange: (setting: Setting) => void
  /** Of a comparison; its names say so. */
  second?: boolean
}) {
  const { chat, embeddings } = useNeighbours()
  const change = (name: keyof Setting, value: unknown) => {
    const { [name]: _, ...rest } = setting
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  const of = (name: string) => (second ? `${name} of the second setting` : name)
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
      <Row label="Thoroughness" field="params.optimizationMode" second={second}>
        <Segmented
          label={of('Thoroughness')}
          choices={optimizationChoices}
          value={toValue(setting['params.optimizationMode'])}
          placeholder="balanced"
          onChange={value => change('params.optimizationMode', value)}
        />
      </Row>
      <Row label="Written by" field="params.chatModel" second={second}>
        <ModelChoice
          contract={chat}
          label={of('Chat model')}
          extractive
          value={setting['params.chatModel']}
          onChange={value => change('params.chatModel', value)}
        />
      </Row>
      <Row label="Ranked by" field="params.embeddingModel" second={second}>
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
