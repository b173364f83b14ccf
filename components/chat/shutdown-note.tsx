'use client'
import { formatDay, isShutDown } from '#components/playground/form/model/shutdown.ts'
import { useModel } from '#components/playground/form/use-model.ts'

/** Above the message to a model that its vendor has shut down: why its requests fail, and what to use. */
export function ShutdownNote({ model: id }: { model: string | null }) {
  const { shutdown_date: day, successor } = useModel(id) ?? {}
  if (day === undefined || !isShutDown(day)) return null
  return (
    <p role="note" className="rounded-md bg-warn-soft px-3 py-2 wrap-anywhere text-warn">
      The provider of {id} shut this model down on {formatDay(day)}. Its requests fail, or a fallback answers.{' '}
      {successor === undefined ? 'Choose another model.' : `The provider recommends ${successor}.`}
    </p>
  )
}
