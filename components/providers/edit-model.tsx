'use client'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { ModelIds } from '#components/console-kit/model-ids.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { toOwnDeployment } from './model/own-deployment.ts'
import { isIncomplete, toPrice, toPriceDraft } from './model/price-draft.ts'
import { changeModel, unnameModel } from './model/model-settings.ts'
import {
  type DeploymentDraft,
  DeploymentsEditor,
  toDeploymentDrafts,
  toDeployments,
} from './deployments-editor.tsx'
import { PriceEditor } from './price/price-editor.tsx'
import type { ModelPatchInput, ModelRow } from '#lib/contracts/console/providers.ts'

const list = new Intl.ListFormat('en')
const fixedLabels = {
  price: 'the price',
  context_window: 'the context window',
  fallbacks: 'the fallbacks',
  deployments: 'the deployments',
} satisfies Record<ModelRow['fixed'][number], string>
const priceFields = ['input', 'output', 'cache_read', 'cache_write', 'audio', 'search_unit', 'above']
const plainFields = [...priceFields.map(name => `price.${name}`), 'context_window']

/** Edits a model's price, context window and fallbacks. Fields set in sextant.yaml are read-only. */
export function EditModel({
  model,
  providers,
  onChanged,
  onClose,
}: {
  model: ModelRow
  /** Names of the providers that a deployment can have. */
  providers: readonly string[]
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const { id, fixed, named } = model
  const [price, setPrice] = useState(() => toPriceDraft(model))
  const [context, setContext] = useState(model.context_window ?? null)
  const [fallbacks, setFallbacks] = useState(model.fallbacks)
  const [deployments, setDeployments] = useState<DeploymentDraft[]>(() =>
    toDeploymentDrafts(model.deployments),
  )
  const { busy, problem, problemOf, submit, submitForm } = useSubmit([
    ...plainFields,
    ...fallbacks.map((_, index) => `fallbacks.${index}`),
    ...deployments.map((_, index) => `deployments.${index}`),
  ])
  const embedded = model.owned_by === 'local'
  const save = async () => {
    const next = fallbacks.map(each => each.trim()).filter(each => each !== '')
    // An error names a fallback by its index.
    setFallbacks(next)
    const priced = toPrice(price)
    const isPriced = JSON.stringify(priced) !== JSON.stringify(toPrice(toPriceDraft(model)))
    const ways = toDeployments(deployments)
    const isRouted = JSON.stringify(ways) !== JSON.stringify(model.deployments)
    const isFollowed = next.join(' ') !== model.fallbacks.join(' ')
    const patch: ModelPatchInput = {
      model: id,
      // Untouched fields keep following the provider or the configuration.
      ...(isPriced && { price: priced }),
      ...(context !== (model.context_window ?? null) && { context_window: context }),
      ...(isRouted && { deployments: ways.length === 0 ? null : ways }),
      ...(isFollowed && { fallbacks: next.length === 0 ? null : next }),
    }
    await changeModel(patch)
    await onChanged()
    showToast(`${id} updated`)
    onClose()
  }
  const forget = async () => {
    await unnameModel(id)
    await onChanged()
    showToast(`${id} removed`)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`Edit ${id}`} description="Changes apply to new requests.">
      <form className="flex flex-col gap-3" onSubmit={submitForm(save)}>
        {fixed.length > 0 && (
          <p className="text-xs text-muted">
            sextant.yaml sets {list.format(fixed.map(field => fixedLabels[field]))}. Change it there.
          </p>
        )}
        {!fixed.includes('price') && (
          <PriceEditor model={model} value={price} problemOf={problemOf} onChange={setPrice} />
        )}
        {!fixed.includes('context_window') && !embedded && (
          <Field label="Context window (tokens)" error={problemOf('context_window')}>
            {ids => (
              <NumberField
                {...ids}
                min={1}
                decimalsMax={0}
                placeholder="Unknown"
                value={context}
                onChange={setContext}
              />
            )}
          </Field>
        )}
        {!fixed.includes('deployments') && (
          <div>
            <p className="mb-1 text-xs font-medium">Deployments</p>
            <DeploymentsEditor
              values={deployments}
              own={named ?? toOwnDeployment(model)}
              providers={providers}
              states={model.deployment_states}
              problemOf={index => problemOf(`deployments.${index}`)}
              onChange={setDeployments}
            />
          </div>
        )}
        {!fixed.includes('fallbacks') && (
          <div>
            <p className="mb-1 text-xs text-muted">Fallback models, tried in order</p>
            <ModelIds
              label="Fallback"
              values={fallbacks}
              max={8}
              isOffered={each => each.type === model.type && each.id !== id}
              problemOf={index => problemOf(`fallbacks.${index}`)}
              onChange={setFallbacks}
            />
          </div>
        )}
        <Problem text={problem} />
        <div className="flex justify-end gap-2">
          {named !== null && (
            <Button variant="bad" disabled={busy} onClick={() => submit(forget)}>
              Remove model
            </Button>
          )}
          <Button type="submit" variant="go" disabled={busy || isIncomplete(price)} focusableWhenDisabled>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
