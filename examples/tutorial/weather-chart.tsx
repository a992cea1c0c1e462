/** Draws the lowest and highest temperature of each day. */
import { Area, AreaChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { ReadFieldQuery } from './__generated__/graphql.ts';

type Days = NonNullable<NonNullable<ReadFieldQuery['field']>['weather']>;

export function WeatherChart({ days }: { days: Days }) {
  const points = days.map(({ date, temperatureMin, temperatureMax }) => ({
    date,
    // A day that nobody measured is a gap, not zero.
    range: temperatureMin && temperatureMax && [temperatureMin.value, temperatureMax.value],
  }));
  const firstForecast = days.find(({ kind }) => kind === 'FORECAST')?.date ?? undefined;
  return (
    <ResponsiveContainer height={240}>
      <AreaChart data={points} title="Temperature, day by day">
        <XAxis dataKey="date" minTickGap={40} stroke="currentColor" />
        <YAxis unit=" °C" width="auto" stroke="currentColor" />
        <Tooltip
          contentStyle={{ backgroundColor: 'Canvas' }}
          formatter={(range) => `${[range].flat().join(' to ')} °C`}
        />
        <Area dataKey="range" name="Lowest to highest" isAnimationActive={false} />
        <ReferenceLine
          x={firstForecast}
          label={{ value: 'Forecast', position: 'insideBottomRight', fill: 'currentColor' }}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}
