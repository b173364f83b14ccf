/** A toggle switch. */
export function Switch({
  id,
  label,
  checked,
  disabled,
  onChange,
  ...aria
}: {
  id?: string | undefined
  label?: string | undefined
  checked: boolean
  disabled?: boolean | undefined
  onChange: (checked: boolean) => void
  'aria-describedby'?: string | undefined
}) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      checked={checked}
      disabled={disabled}
      onChange={event => onChange(event.target.checked)}
      className="switch"
      {...aria}
    />
  )
}
