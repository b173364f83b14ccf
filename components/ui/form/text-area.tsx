import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { inputStyle } from './input.tsx'

/** Grows with its content up to `max-h`, then scrolls. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={2}
      className={classNames(
        inputStyle,
        'block h-auto max-h-[40vh] min-h-12 resize-none py-1.5 leading-5 [field-sizing:content] coarse:h-auto',
        className,
      )}
      {...props}
    />
  )
}
