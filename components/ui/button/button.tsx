import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'

/** Also for links that look like a button. */
export const buttonStyle = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors duration-100 select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
  {
    variants: {
      variant: {
        plain:
          'border-transparent text-soft hover:bg-hover hover:text-text data-pressed:text-text aria-pressed:bg-active aria-pressed:text-text',
        line: 'border-line-strong bg-raised text-text shadow-1 hover:bg-hover aria-pressed:bg-active',
        go: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
        bad: 'border-line-strong bg-raised text-bad shadow-1 hover:bg-bad-soft',
        link: 'h-auto border-transparent px-0 text-accent-text underline-offset-2 hover:underline',
      },
      size: {
        normal: 'control px-3',
        small: 'h-7 px-2.5 text-xs coarse:h-9',
        icon: 'control w-(--control-height)',
      },
    },
    defaultVariants: { variant: 'line', size: 'normal' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyle> {
  className?: string | undefined
  /** Keeps a disabled button focusable, so that its tooltip can explain why it is disabled. */
  focusableWhenDisabled?: boolean
}

/** The label: a verb. */
export function Button({
  variant,
  size,
  className,
  disabled = false,
  focusableWhenDisabled = false,
  onClick,
  type = 'button',
  ...props
}: ButtonProps) {
  const soft = disabled && focusableWhenDisabled
  return (
    <button
      type={type}
      className={classNames(buttonStyle({ variant, size }), className)}
      disabled={disabled && !soft}
      aria-disabled={soft || undefined}
      // A button that is only aria-disabled would still submit its form.
      onClick={soft ? event => event.preventDefault() : onClick}
      {...props}
    />
  )
}
