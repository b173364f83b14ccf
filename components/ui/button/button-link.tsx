import type { VariantProps } from 'class-variance-authority'
import { Link } from '#components/ui/link.tsx'
import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { buttonStyle } from './button.tsx'

/** A link to another page with the look of a button. */
export function ButtonLink({
  variant,
  size,
  className,
  ...props
}: ComponentProps<typeof Link> & VariantProps<typeof buttonStyle>) {
  return <Link className={classNames(buttonStyle({ variant, size }), className)} {...props} />
}
