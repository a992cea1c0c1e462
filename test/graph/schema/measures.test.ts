import type { GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../../src/capability.ts';
import { graphql } from '../../support/documents/documents.ts';
import { execute, postOf, requestJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { weatherDay } from '../../support/recorded-service.ts';

const Measures = graphql(`
  query Measures {
    field(id: "fld_a") {
      weather {
        temperatureMax { value unit }
        fahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit }
        condition
        growingDegreeDays(unit: FAHRENHEIT_DAY) { value unit base { value unit } method }
      }
    }
  }
`);

const AsCame = graphql(`
  query AsCame {
    field(id: "fld_a") { weather { temperatureMax { value unit } condition kind } observations(limit: 1) { id } }
  }
`);

const UnknownUnit = graphql(`
  query UnknownUnit($unit: TemperatureUnit) {
    field(id: "fld_a") { weather { temperatureMax(unit: $unit) { value } } }
  }
`);

const UnitOnly = graphql(`
  query UnitOnly($unit: LengthUnit) {
    field(id: "fld_a") { weather { precipitation(unit: $unit) { unit } } }
  }
`);

function weatherOf(properties: object) {
  return gatewayOver(({ path }) =>
    path.endsWith('/weather')
      ? {
          body: {
            data: [weatherDay('fld_a', properties)],
            meta: { field_id: 'fld_a', from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' },
          },
        }
      : undefined,
  );
}

describe('measures', () => {
  it('computed by the graph have the default unit that the description of `unit` states, whatever the service supplied', async () => {
    const inches = (value: number) => ({ value, unit: 'inch' }) as const;
    const fahrenheit = (value: number) => ({ value, unit: 'fahrenheit' }) as const;
    const { answer } = weatherOf({
      temperature_min: fahrenheit(50),
      temperature_max: fahrenheit(70),
      precipitation: inches(3),
      et0: inches(0.2),
      wind_speed: { value: 5, unit: 'mile_per_hour' },
    });
    const { data } = await requestJson(
      answer,
      `{ field(id: "fld_a") {
      weatherSummary(from: "2026-05-01", to: "2026-05-02", unit: FAHRENHEIT) {
        temperatureMin { unit } temperatureMax { unit } growingDegreeDays { unit base { unit } upper { unit } }
        precipitation { unit } et0 { unit } precipitationLessEt0 { unit } precipitationMax { unit } windSpeedMax { unit }
      }
      precipitationSpells(from: "2026-05-01", to: "2026-05-02", unit: INCH) { precipitation { unit } }
      growingDegreeDays(from: "2026-05-01", to: "2026-05-02", unit: FAHRENHEIT) { total { unit } }
      waterBalance(
        from: "2026-05-01", to: "2026-05-02", rootZone: { totalAvailableWater: 100, initialDepletion: 10 }
        cropCoefficients: [{ date: "2026-05-01", kc: 1 }, { date: "2026-05-31", kc: 1.2 }]
      ) {
        readilyAvailableWater { unit }
        days { cropEvapotranspiration { unit } adjustedEvapotranspiration { unit } depletion { unit } deepPercolation { unit } }
      }
    } }`,
    );
    const { weatherSummary, precipitationSpells, growingDegreeDays, waterBalance } = data.field;
    const shown = {
      WeatherSummary: weatherSummary,
      PrecipitationSpell: precipitationSpells[0],
      DegreeDaySeries: growingDegreeDays,
      WaterBalance: { readilyAvailableWater: waterBalance.readilyAvailableWater },
      WaterBalanceDay: waterBalance.days[0],
      DegreeDays: { base: weatherSummary.growingDegreeDays.base, upper: weatherSummary.growingDegreeDays.upper },
    };
    const defaults: Record<string, string[]> = {
      millimetres: ['MILLIMETRE'],
      'metres per second': ['METRE_PER_SECOND'],
      'the argument `unit` of the enclosing field': ['FAHRENHEIT', 'FAHRENHEIT_DAY', 'INCH'],
      'the unit that the service supplied, or that the request names': ['FAHRENHEIT'],
    };
    const schema = await graphOf();
    for (const [type, fields] of Object.entries<Record<string, { unit: string }>>(shown)) {
      const own = (schema.getType(type) as GraphQLObjectType).getFields();
      for (const [name, { unit }] of Object.entries(fields)) {
        const description = own[name]?.args.find((argument) => argument.name === 'unit')?.description;
        const [, named = ''] = /Defaults to (.+)\.$/.exec(description ?? '') ?? [];
        expect(defaults[named] ?? [], `${type}.${name}: ${named}`).toContain(unit);
      }
    }
  });

  it('in an unrecognised unit are null with an error when converted, whatever other operations requested before', async () => {
    const day = weatherDay('fld_a', { precipitation: { value: 3, unit: 'furlong' } as never });
    const meta = { field_id: 'fld_a', from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' };
    const { answer } = gatewayOver(() => ({ body: { data: Array.from({ length: 30 }, () => day), meta } }));
    const cold = await execute(answer, UnitOnly, { unit: 'INCH' });
    for (let others = 0; others < 3; others++) {
      const { data } = await execute(answer, UnitOnly, {});
      expect(data?.field?.weather?.[0]).toEqual({ precipitation: { unit: 'UNKNOWN' } });
    }
    const warm = await execute(answer, UnitOnly, { unit: 'INCH' });
    expect(warm.data?.field?.weather?.[0]).toEqual({ precipitation: null });
    expect(warm.errors?.[0]?.extensions.code).toBe('UPSTREAM_ERROR');
    expect(warm.errors?.[0]?.message).toContain('in the unit furlong,');
    expect(warm.data).toEqual(cold.data);
    expect(warm.errors?.length).toBe(cold.errors?.length);
  });

  it.each([
    [{ value: 3, unit: 'furlong' }, 'sent precipitation at 2026-05-01T07:00:00Z in the unit furlong,'],
    [{ value: '3', unit: 'millimetre' }, 'value of precipitation at 2026-05-01T07:00:00Z is no number'],
  ])('unreadable for a total are named in its error, with their record: %j', async (precipitation, named) => {
    const { answer } = weatherOf({ precipitation });
    const window = 'from: "2026-05-01", to: "2026-05-02"';
    const { errors } = await requestJson(answer, `{ field(id: "fld_a") { precipitationSpells(${window}) { kind } } }`);
    expect(errors).toMatchObject([{ message: expect.stringContaining(named), extensions: { code: 'UPSTREAM_ERROR' } }]);
  });

  it('unreadable for a total fail no other total of the summary', async () => {
    const { answer } = weatherOf({
      wind_speed: { value: 20, unit: 'beaufort' },
      precipitation: { value: 3, unit: 'millimetre' },
    });
    const { data, errors } = await requestJson(
      answer,
      `{ field(id: "fld_a") { weatherSummary(from: "2026-05-01", to: "2026-05-02") {
        precipitation { value } windSpeedMax { value } dayCount
      } } }`,
    );
    expect(data.field.weatherSummary).toEqual({ precipitation: { value: 3 }, windSpeedMax: null, dayCount: 1 });
    expect(errors).toMatchObject([{ path: ['field', 'weatherSummary', 'windSpeedMax'] }]);
  });

  it('are converted from the unit supplied, retain their other properties, and are null where unknown', async () => {
    const { answer } = weatherOf({
      temperature_max: { value: 285.95, unit: 'kelvin' },
      growing_degree_days: {
        value: 5,
        unit: 'celsius_day',
        base: { value: 10, unit: 'celsius' },
        method: 'mcmaster_wilhelm_2',
      },
    });
    const { data, errors } = await execute(answer, Measures);
    expect(errors).toBeUndefined();
    expect(data?.field?.weather).toEqual([
      {
        temperatureMax: { value: 285.95, unit: 'KELVIN' },
        fahrenheit: { value: 55.04, unit: 'FAHRENHEIT' },
        condition: null,
        growingDegreeDays: {
          value: 9,
          unit: 'FAHRENHEIT_DAY',
          base: { value: 10, unit: 'CELSIUS' },
          method: 'MCMASTER_WILHELM_2',
        },
      },
    ]);
  });

  it('retain a value in an unrecognised unit, and fail only the conversion with UPSTREAM_ERROR', async () => {
    const { answer } = weatherOf({ temperature_max: { value: 500, unit: 'rankine' } });
    const { data, errors } = await execute(answer, Measures);
    expect(data?.field?.weather).toMatchObject([{ temperatureMax: { value: 500, unit: 'UNKNOWN' }, fahrenheit: null }]);
    expect(errors).toMatchObject([
      { path: ['field', 'weather', 0, 'fahrenheit'], extensions: { code: 'UPSTREAM_ERROR' } },
    ]);
  });

  it('come with UNKNOWN for an unrecognised enum value', async () => {
    const { answer } = weatherOf({ condition: 'sandstorm', kind: 'nowcast' });
    const { data, errors } = await execute(answer, AsCame);
    expect(errors).toBeUndefined();
    expect(data?.field?.weather).toMatchObject([{ condition: 'UNKNOWN', kind: 'UNKNOWN' }]);
  });

  it('with a value of the wrong type are an UPSTREAM_ERROR on their path, without that value, and siblings still arrive', async () => {
    const { answer } = weatherOf({ temperature_max: { value: 'http://inside/secret', unit: 'celsius' } });
    const { data, errors } = await execute(answer, AsCame);
    expect(errors).toMatchObject([
      { path: ['field', 'weather', 0, 'temperatureMax', 'value'], extensions: { code: 'UPSTREAM_ERROR' } },
    ]);
    expect(JSON.stringify(errors)).not.toContain('secret');
    expect(data?.field?.observations).toHaveLength(1);
  });

  it.each([
    ['without a value', { unit: 'celsius' }],
    ['sent as a bare number', 5],
  ])('%s are an UPSTREAM_ERROR on their path', async (_title, measure) => {
    const { answer } = weatherOf({ temperature_max: measure });
    const { errors } = await execute(answer, AsCame);
    expect(errors).toMatchObject([
      { path: ['field', 'weather', 0, 'temperatureMax', 'value'], extensions: { code: 'UPSTREAM_ERROR' } },
    ]);
  });

  it('requested by variables that cannot be coerced get status 400 if the media type allows it', async () => {
    const { answer } = weatherOf({});
    const parameters = { query: UnknownUnit, variables: { unit: 'UNKNOWN' } };
    const statusFor = async (accept: string) => (await answer(postOf(parameters, { accept }))).status;
    expect(await statusFor('application/graphql-response+json')).toBe(400);
    expect(await statusFor('application/json')).toBe(200);
  });

  it('refuse UNKNOWN as an argument, as a variable and as a literal, with BAD_USER_INPUT', async () => {
    const { answer, calls } = weatherOf({});
    const variable = await execute(answer, UnknownUnit, { unit: 'UNKNOWN' });
    expect(variable.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    const literal = '{ field(id: "fld_a") { weather(kind: UNKNOWN) { date } } }';
    expect(await requestJson(answer, literal)).toMatchObject({
      errors: [
        {
          message: 'UNKNOWN is only ever returned: choose another value of WeatherKind.',
          locations: [{ line: 1, column: 38 }],
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ],
    });
    expect(calls).toEqual([]);
  });
});
