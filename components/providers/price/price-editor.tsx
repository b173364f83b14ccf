'use client'
import { useState } from 'react'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { catalogRates } from '#components/providers/model/catalog-rates.ts'
import { bothPrices, isHalf, type PriceDraft, wholeStep } from '#components/providers/model/price-draft.ts'
import type { ModelRow } from '#lib/contracts/console/providers.ts'

const sources: readonly { value: PriceDraft['source']; label: string }[] = [
  { value: 'rates', label: 'Rates' },
  { value: 'free', label: 'Free' },
  { value: 'catalog', label: 'Price catalog' },
]

const help = {
  rates:
    'Without rates, a model has the price of the catalog. Servers of your own, such as Ollama, are free.',
  free: 'Its requests cost nothing and are not counted in budgets.',
  catalog: 'The price of the catalog, also for a model on your own server.',
} satisfies Record<PriceDraft['source'], string>

/** The price of a model: its rates, none, or that of the price catalog. */
export function PriceEditor({
  model,
  value,
  problemOf,
  onChange,
}: {
  model: ModelRow
  value: PriceDraft
  problemOf: (field: string) => string | null
  onChange: (value: PriceDraft) => void
}) {
  const set = (change: Partial<PriceDraft>) => onChange({ ...value, ...change })
  return (
    <>
      <Field label="Price" help={help[value.source]}>
        {ids => (
          <NativeSelect
            {...ids}
            choices={sources}
            value={value.source}
            onChange={source => set({ source })}
          />
        )}
      </Field>
      {value.source === 'rates' && <Rates {...{ model, value, problemOf, set }} />}
    </>
  )
}

interface RatesProps {
  model: ModelRow
  value: PriceDraft
  problemOf: (field: string) => string | null
  set: (change: Partial<PriceDraft>) => void
}

function Rates({ model, value, problemOf, set }: RatesProps) {
  // An empty field leaves the price to the catalog.
  const catalog = catalogRates(model.pricing)
  const { input, output } = value
  const half = isHalf(value)
  return (
    <>
      <div className={columns}>
        <PriceField
          label="Input price ($ per 1M tokens)"
          error={half && input === null ? bothPrices : problemOf('price.input')}
          placeholder={catalog === null ? 'No price' : `${catalog.input} (catalog)`}
          value={input}
          onChange={next => set({ input: next })}
        />
        <PriceField
          label="Output price ($ per 1M tokens)"
          error={half && output === null ? bothPrices : problemOf('price.output')}
          placeholder={catalog === null ? 'No price' : `${catalog.output} (catalog)`}
          value={output}
          onChange={next => set({ output: next })}
        />
        {model.type === 'speech' && (
          <PriceField
            label="Audio price ($ per hour)"
            error={problemOf('price.audio')}
            placeholder="No price"
            value={value.audio}
            onChange={audio => set({ audio })}
          />
        )}
        {model.type === 'rerank' && (
          <PriceField
            label="Search price ($ per 1,000 searches)"
            error={problemOf('price.search_unit')}
            placeholder="No price"
            value={value.searchUnit}
            onChange={searchUnit => set({ searchUnit })}
          />
        )}
      </div>
      {model.owned_by !== 'local' && input !== null && output !== null && (
        <div className={columns}>
          <PriceField
            label="Cache read price ($ per 1M tokens)"
            error={problemOf('price.cache_read')}
            placeholder={`${input} (as input)`}
            value={value.cacheRead}
            onChange={cacheRead => set({ cacheRead })}
          />
          <PriceField
            label="Cache write price ($ per 1M tokens)"
            error={problemOf('price.cache_write')}
            placeholder={`${input} (as input)`}
            value={value.cacheWrite}
            onChange={cacheWrite => set({ cacheWrite })}
          />
        </div>
      )}
      {model.type === 'chat' && input !== null && output !== null && (
        <LongPrompts {...{ model, value, problemOf, set }} />
      )}
    </>
  )
}

/** Some vendors charge more for requests with long prompts. */
function LongPrompts({ value: { step }, problemOf, set }: RatesProps) {
  // Not controlled by the values: it would close while a field is emptied.
  const [open] = useState(step.tokens !== null)
  const missing = wholeStep(step) ? null : 'Fill in all three fields or none.'
  const errorOf = (name: keyof PriceDraft['step']) =>
    (step[name] === null ? missing : null) ?? problemOf(`price.above.${name}`)
  return (
    <details open={open} className="text-xs text-muted">
      <summary className="cursor-pointer py-1.5">Price of long prompts</summary>
      <div className="grid grid-cols-3 gap-3 pt-1 text-sm text-text max-sm:grid-cols-1">
        <Field label="Above prompt tokens" error={errorOf('tokens')}>
          {ids => (
            <NumberField
              {...ids}
              min={1}
              step={1000}
              decimalsMax={0}
              placeholder="None"
              value={step.tokens}
              onChange={tokens => set({ step: { ...step, tokens } })}
            />
          )}
        </Field>
        <PriceField
          label="Input ($ per 1M)"
          error={errorOf('input')}
          value={step.input}
          onChange={input => set({ step: { ...step, input } })}
        />
        <PriceField
          label="Output ($ per 1M)"
          error={errorOf('output')}
          value={step.output}
          onChange={output => set({ step: { ...step, output } })}
        />
      </div>
    </details>
  )
}

const columns = 'grid grid-cols-2 gap-3 max-sm:grid-cols-1'

function PriceField({
  label,
  error,
  placeholder,
  value,
  onChange,
}: {
  label: string
  error: string | null
  placeholder?: string
  value: number | null
  onChange: (value: number | null) => void
}) {
  return (
    <Field label={label} error={error}>
      {ids => (
        <NumberField
          {...ids}
          min={0}
          step={0.01}
          decimalsMax={9}
          placeholder={placeholder}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
