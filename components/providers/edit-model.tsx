'use client'
import { useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { ModelIds } from '#components/keys/model-ids.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { changeModel, unnameModel } from './model/model-settings.ts'
import type { ModelPatchInput, ModelRow } from '#lib/contracts/console/providers.ts'

const list = new Intl.ListFormat('en')
const fixedWords = {
  price: 'its price',
  context_window: 'its window',
  fallbacks: 'what is asked in its place',
} satisfies Record<ModelRow['fixed'][number], string>
const plainFields = ['price.input', 'price.output', 'context_window']

/** What a model costs, how much it reads, and who answers in its place. What the configuration states stays there. */
export function EditModel({
  model,
  onChanged,
  onClose,
}: {
  model: ModelRow
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const { id, fixed, named } = model
  const [input, setInput] = useState(model.price?.input ?? null)
  const [output, setOutput] = useState(model.price?.output ?? null)
  const [context, setContext] = useState(model.context_window ?? null)
  const [fallbacks, setFallbacks] = useState(model.fallbacks)
  const { busy, problem, problemOf, submit, submitForm } = useSubmit([
    ...plainFields,
    ...fallbacks.map((_, index) => `fallbacks.${index}`),
  ])
  const half = (input === null) !== (output === null)
  const embedded = model.owned_by === 'local'
  const save = async () => {
    const next = fallbacks.map(each => each.trim()).filter(each => each !== '')
    // A refusal names one by its place.
    setFallbacks(next)
    const isPriced = input !== (model.price?.input ?? null) || output !== (model.price?.output ?? null)
    const isFollowed = next.join(' ') !== model.fallbacks.join(' ')
    const patch: ModelPatchInput = {
      model: id,
      // What is untouched stays another's to say: of the provider, or of the configuration.
      ...(isPriced && { price: input === null || output === null ? null : { input, output } }),
      ...(context !== (model.context_window ?? null) && { context_window: context }),
      ...(isFollowed && { fallbacks: next.length === 0 ? null : next }),
    }
    await changeModel(patch)
    await onChanged()
    showToast(`${id} was changed`)
    onClose()
  }
  const forget = async () => {
    await unnameModel(id)
    await onChanged()
    showToast(`${id} is no name of a model any more`)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`Edit ${id}`} description="Calls that follow find it so.">
      <form className="flex flex-col gap-3" onSubmit={submitForm(save)}>
        {fixed.length > 0 && (
          <p className="text-xs text-muted">
            sextant.yaml states {list.format(fixed.map(field => fixedWords[field]))}: change that there.
          </p>
        )}
        {!fixed.includes('price') && (
          <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
            <Field label="$ per million tokens in" error={problemOf('price.input')}>
              {ids => (
                <NumberField
                  {...ids}
                  min={0}
                  step={0.01}
                  placeholder="no price"
                  value={input}
                  onChange={setInput}
                />
              )}
            </Field>
            <Field
              label="$ per million tokens out"
              error={half ? 'Give both, or neither.' : problemOf('price.output')}
            >
              {ids => (
                <NumberField
                  {...ids}
                  min={0}
                  step={0.01}
                  placeholder="no price"
                  value={output}
                  onChange={setOutput}
                />
              )}
            </Field>
          </div>
        )}
        {!fixed.includes('context_window') && !embedded && (
          <Field label="Context window in tokens" error={problemOf('context_window')}>
            {ids => (
              <NumberField {...ids} min={1} placeholder="unknown" value={context} onChange={setContext} />
            )}
          </Field>
        )}
        {!fixed.includes('fallbacks') && (
          <div>
            <p className="mb-1 text-xs text-muted">Asked in its place when it fails, by id, in this order</p>
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
              Remove the name
            </Button>
          )}
          <Button type="submit" variant="go" disabled={busy || half} focusableWhenDisabled>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
