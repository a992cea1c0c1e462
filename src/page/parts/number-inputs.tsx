/** Numbers that a panel is computed with, under its chart. They are saved in the browser. */
import { Button } from './button.tsx';

/** An input. Its bounds lie within the graph's, which may still refuse two values that contradict each other. Without `fallback`, it may not be empty. */
export interface NumberInput<Name extends string> {
  name: Name;
  title: string;
  min: number;
  max: number;
  step: number | 'any';
  /** What an empty input stands for. */
  fallback?: string;
}

export interface NumberInputsProps<Name extends string> {
  summary: string;
  inputs: readonly NumberInput<Name>[];
  values: Readonly<Partial<Record<Name, number>>>;
  onChange(name: Name, value: number | undefined): void;
  onReset(): void;
}

export function NumberInputs<Name extends string>({
  summary,
  inputs,
  values,
  onChange,
  onReset,
}: NumberInputsProps<Name>) {
  return (
    <details class="assumptions">
      <summary>{summary}</summary>
      <div class="inputs">
        {inputs.map(({ name, title, fallback, ...bounds }) => (
          <label key={name}>
            {title}
            <input
              type="number"
              {...bounds}
              required={fallback === undefined}
              placeholder={fallback}
              value={values[name] ?? ''}
              onChange={({ currentTarget }) => {
                if (!currentTarget.reportValidity()) return;
                onChange(name, currentTarget.value === '' ? undefined : currentTarget.valueAsNumber);
              }}
            />
          </label>
        ))}
        <Button onClick={onReset}>Use the defaults</Button>
      </div>
    </details>
  );
}
