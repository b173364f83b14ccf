'use client'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { FieldProblemContext, useFieldProblems } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { describeState, isReady, isStateOf } from './model/deployment-status.ts'
import type { DeploymentInput, DeploymentState } from '#lib/contracts/console/providers.ts'

/** A deployment as it is edited: an empty number is its default. */
export interface DeploymentDraft {
  readonly provider: string
  readonly upstream: string
  readonly weight: number | null
  readonly tier: number | null
  /** Requests in progress; null: any number. */
  readonly maxParallel: number | null
  /** The model of the price catalog whose price it has; empty: that of its own name. */
  readonly priceOf: string
}

const newDeployment = { weight: 1, tier: 0, maxParallel: null, priceOf: '' } as const

const deploymentsMax = 16
const columns =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_4rem_3.5rem_auto] items-center gap-1 max-sm:grid-cols-[1fr_1fr_auto]'

/** The deployments of a model; an empty list means the model has only one. */
export function DeploymentsEditor({
  values,
  own,
  providers,
  states,
  problemOf,
  onChange,
}: {
  values: readonly DeploymentDraft[]
  /** The way to the model without a list, which begins a new one. */
  own: Pick<DeploymentDraft, 'provider' | 'upstream'>
  providers: readonly string[]
  /** As saved. */
  states: readonly DeploymentState[]
  /** The error of one deployment, by its index; null: none. */
  problemOf: (index: number) => string | null
  onChange: (values: DeploymentDraft[]) => void
}) {
  const add = () => {
    const first = values.length === 0 ? [{ ...own, ...newDeployment }] : values
    onChange([...first, { provider: first[0]?.provider ?? own.provider, upstream: '', ...newDeployment }])
  }
  return (
    <fieldset aria-label="Deployments" className="flex min-w-0 flex-col gap-1">
      <p className="text-xs text-muted">
        {values.length === 0
          ? `All requests go to ${own.provider}/${own.upstream}.`
          : 'Requests are shared by weight within the lowest tier that responds. Sessions stay with their deployment.'}
      </p>
      {values.length > 0 && (
        <p aria-hidden className={classNames(columns, 'text-xs text-muted max-sm:hidden')}>
          <span>Provider</span>
          <span>Model ID</span>
          <span>Weight</span>
          <span>Tier</span>
          <span className="w-8" />
        </p>
      )}
      {values.map((value, index) => (
        <DeploymentRow
          // oxlint-disable-next-line react/no-array-index-key -- items can repeat; the index identifies them
          key={index}
          number={index + 1}
          value={value}
          providers={providers}
          states={states.filter(state => isStateOf(state, value))}
          problem={problemOf(index)}
          onChange={part => onChange(values.toSpliced(index, 1, { ...value, ...part }))}
          onRemove={() => onChange(values.toSpliced(index, 1))}
        />
      ))}
      <Button variant="plain" className="self-start" disabled={values.length >= deploymentsMax} onClick={add}>
        <Plus size={16} aria-hidden />
        Add deployment
      </Button>
    </fieldset>
  )
}

function DeploymentRow({
  number,
  value,
  providers,
  states,
  problem,
  onChange,
  onRemove,
}: {
  number: number
  value: DeploymentDraft
  providers: readonly string[]
  states: readonly DeploymentState[]
  problem: string | null
  onChange: (part: Partial<DeploymentDraft>) => void
  onRemove: () => void
}) {
  const id = useId()
  const { problems, report } = useFieldProblems()
  const [unread] = problems
  return (
    <FieldProblemContext value={report}>
      <div className="flex flex-col gap-0.5">
        <div className={columns}>
          <NativeSelect
            aria-label={`Provider of deployment ${number}`}
            className="max-sm:col-span-3"
            choices={[...new Set([value.provider, ...providers])].map(each => ({ value: each, label: each }))}
            value={value.provider}
            onChange={provider => onChange({ provider })}
            {...(problem !== null && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
          />
          <Input
            aria-label={`Model ID of deployment ${number}`}
            className="max-sm:col-span-3"
            required
            maxLength={256}
            placeholder="Provider model ID"
            value={value.upstream}
            onChange={event => onChange({ upstream: event.target.value })}
          />
          <PhoneLabel text="Weight">
            <NumberField
              label={`Weight of deployment ${number}`}
              min={1}
              max={1000}
              decimalsMax={0}
              placeholder="1"
              value={value.weight}
              onChange={weight => onChange({ weight })}
            />
          </PhoneLabel>
          <PhoneLabel text="Tier">
            <NumberField
              label={`Tier of deployment ${number}`}
              min={0}
              max={9}
              decimalsMax={0}
              placeholder="0"
              value={value.tier}
              onChange={tier => onChange({ tier })}
            />
          </PhoneLabel>
          <IconButton label={`Remove deployment ${number}`} onClick={onRemove}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
        <DeploymentLimits number={number} value={value} onChange={onChange} />
        <p id={`${id}-problem`} className="text-xs text-bad empty:hidden">
          {unread === undefined ? problem : unread.join(': ')}
        </p>
        {states.map(state => (
          <DeploymentStatus key={state.name} state={state} />
        ))}
      </div>
    </FieldProblemContext>
  )
}

/** Most deployments need none of these. */
function DeploymentLimits({
  number,
  value: { maxParallel, priceOf },
  onChange,
}: {
  number: number
  value: DeploymentDraft
  onChange: (part: Partial<DeploymentDraft>) => void
}) {
  // Not controlled by the values: it would close while a field is emptied.
  const [open] = useState(maxParallel !== null || priceOf !== '')
  return (
    <details open={open} className="text-xs text-muted">
      <summary aria-label={`Limit and price of deployment ${number}`} className="cursor-pointer py-1.5">
        Limit and price
      </summary>
      <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-2 pt-1 max-sm:grid-cols-1">
        <div className="flex flex-col gap-0.5">
          <span aria-hidden>Concurrent requests</span>
          <NumberField
            label={`Concurrent requests of deployment ${number}`}
            min={1}
            decimalsMax={0}
            placeholder="No limit"
            value={maxParallel}
            onChange={next => onChange({ maxParallel: next })}
          />
        </div>
        <div className="flex flex-col gap-0.5">
          <span aria-hidden>Price of this model in the price catalog</span>
          <Input
            aria-label={`Catalog model of deployment ${number}`}
            maxLength={256}
            placeholder="For example openai/gpt-4o"
            value={priceOf}
            onChange={event => onChange({ priceOf: event.target.value })}
          />
        </div>
      </div>
    </details>
  )
}

/** On a phone, the labels of the columns are beside their fields. */
function PhoneLabel({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span aria-hidden className="hidden text-xs text-muted max-sm:inline">
        {text}
      </span>
      {children}
    </span>
  )
}

/** Empty numbers become their defaults. */
export function toDeployments(drafts: readonly DeploymentDraft[]): DeploymentInput[] {
  return drafts.map(({ provider, upstream, weight, tier, maxParallel, priceOf }) => ({
    provider,
    upstream: upstream.trim(),
    weight: weight ?? 1,
    tier: tier ?? 0,
    ...(maxParallel !== null && { max_parallel: maxParallel }),
    ...(priceOf.trim() !== '' && { price_of: priceOf.trim() }),
  }))
}

export function toDeploymentDrafts(deployments: readonly DeploymentInput[]): DeploymentDraft[] {
  return deployments.map(({ max_parallel: maxParallel = null, price_of: priceOf = '', ...plain }) => ({
    ...plain,
    maxParallel,
    priceOf,
  }))
}

function DeploymentStatus({ state }: { state: DeploymentState }) {
  const ready = isReady(state)
  return (
    <p
      className={classNames(
        'flex items-center gap-1.5 text-xs wrap-anywhere',
        ready ? 'text-muted' : 'text-warn',
      )}
    >
      <span
        aria-hidden
        className={classNames('size-2 shrink-0 rounded-full', ready ? 'bg-ok-dot' : 'bg-warn-dot')}
      />
      <code>{state.name}</code> {describeState(state)}
    </p>
  )
}
