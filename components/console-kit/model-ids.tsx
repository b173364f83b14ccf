'use client'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ListEditor } from '#components/ui/form/list-editor.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import type { Model } from '#lib/contracts/api/models.ts'

/** A list of model ids: known ids are suggested, any other can be typed. */
export function ModelIds({
  label,
  values,
  max,
  isOffered,
  problemOf,
  onChange,
}: {
  label: string
  values: readonly string[]
  max: number
  isOffered: (model: Model) => boolean
  /** The error of one id, by its index; null: none. */
  problemOf: (index: number) => string | null
  onChange: (values: string[]) => void
}) {
  const id = useId()
  const { data: models = [] } = useQuery(modelsQuery)
  const offered = models.filter(model => isOffered(model) && !values.includes(model.id))
  return (
    <>
      <ListEditor
        label={label}
        values={values}
        max={max}
        onChange={onChange}
        inputProps={index => ({
          list: id,
          ...(problemOf(index) !== null && { 'aria-invalid': true, 'aria-describedby': `${id}-${index}` }),
        })}
        below={index => (
          <p id={`${id}-${index}`} className="w-full text-xs text-bad empty:hidden">
            {problemOf(index)}
          </p>
        )}
      />
      <datalist id={id}>
        {offered.map(model => (
          <option key={model.id}>{model.id}</option>
        ))}
      </datalist>
    </>
  )
}
