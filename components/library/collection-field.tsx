'use client'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { statusQuery } from './model/library-status.ts'

const nameLengthMax = 100

/** A collection name, existing or new. */
export function CollectionField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { data: status } = useQuery(statusQuery)
  const listId = useId()
  return (
    <Field label="Collection" help="Choose a collection or enter a new name.">
      {ids => (
        <>
          <Input
            {...ids}
            list={listId}
            autoComplete="off"
            maxLength={nameLengthMax}
            placeholder="default"
            value={value}
            onChange={event => onChange(event.target.value)}
          />
          <datalist id={listId}>
            {status?.collections.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
