/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../client/types.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type TutorialTextsQueryVariables = Exact<{ [key: string]: never; }>;


export type TutorialTextsQuery = { field: { observations: Array<{ text: string }> | null } | null };

export type WindowedWeatherQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type WindowedWeatherQuery = { field: { weather: Array<{ startsAt: string, kind: Types.WeatherKind, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null }> | null, observed: Array<{ startsAt: string, kind: Types.WeatherKind }> | null, hourly: Array<{ startsAt: string, granularity: Types.WeatherGranularity }> | null } | null };

export type LatestOfAllQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestOfAllQuery = { fields: Array<{ id: string, latestWeather: { startsAt: string, kind: Types.WeatherKind } | null, latestEarthObservation: { id: string } | null, latestObservation: { id: string } | null } | null> };

export type WindowedScenesQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type WindowedScenesQuery = { field: { earthObservations: Array<{ id: string, acquiredAt: string }> | null, indexSeries: Array<{ statistics: { mean: number | null } | null, earthObservation: { id: string } }> | null } | null };

export type SummaryQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type SummaryQuery = { field: { weatherSummary: { dayCount: number, missingDays: number, frostDays: number | null, growingDegreeDays: { value: number } | null, precipitation: { value: number } | null } | null } | null };

export type ComputedFromHoursQueryVariables = Exact<{ [key: string]: never; }>;


export type ComputedFromHoursQuery = { field: { temperatureHours: { hourCount: number, missingHours: number, frostHours: number | null, heatHours: number | null, chillingHours: number | null, utahUnits: number | null, chillPortions: number | null, provenances: Array<Types.Provenance> } | null, sprayConditions: { hoursWithoutRecord: number, provenances: Array<Types.Provenance>, hours: Array<{ startsAt: string, kind: Types.WeatherKind, verdict: Types.SprayVerdict, deltaT: number | null, rules: Array<{ rule: Types.SprayRule, outcome: Types.RuleOutcome, value: number | null, limit: number | null, reason: string }> }>, windows: Array<{ startsAt: string, endsAt: string, hourCount: number }> } | null } | null };

export type ComputedFromScenesQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type ComputedFromScenesQuery = { field: { indexSeason: { area: number | null, change: number | null, changeDays: number | null, longestGapDays: number | null, clearScenes: number, missingScenes: number, provenances: Array<Types.Provenance>, points: Array<{ acquiredAt: string, mean: number | null }>, peak: { acquiredAt: string } | null } | null } | null };

export type FilteredNotesQueryVariables = Exact<{
  to: string;
}>;


export type FilteredNotesQuery = { field: { newest: Array<{ id: string }> | null, filtered: Array<{ id: string, category: Types.ObservationCategory }> | null, before: Array<{ id: string }> | null } | null };

export type PageQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type PageQuery = { field: { observationsConnection: { edges: Array<{ cursor: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, endCursor: string | null } } | null } | null };

export type DefaultsQueryVariables = Exact<{ [key: string]: never; }>;


export type DefaultsQuery = { field: { weather: Array<{ startsAt: string, granularity: Types.WeatherGranularity }> | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ observedAt: string }> | null } | null };

export type SeveralFieldsDashboardQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type SeveralFieldsDashboardQuery = { fields: Array<{ id: string, weather: Array<{ startsAt: string, kind: Types.WeatherKind, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null }> | null, earthObservations: Array<{ id: string, acquiredAt: string, cloudCover: { value: number } | null }> | null, observations: Array<{ id: string, text: string }> | null } | null> };

export type SeveralFieldsWeatherQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type SeveralFieldsWeatherQuery = { fields: Array<{ weather: Array<{ startsAt: string }> | null } | null> };

export type SeveralFieldsRelativeQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type SeveralFieldsRelativeQuery = { fields: Array<{ observations: Array<{ id: string }> | null, weather: Array<{ startsAt: string }> | null } | null> };

export type SeveralFieldsVarietyQueryVariables = Exact<{
  from: string;
  to: string;
  category?: Types.ObservationCategory | null | undefined;
}>;


export type SeveralFieldsVarietyQuery = { fields: Array<{ id: string, hourly: Array<{ startsAt: string, windSpeed: { value: number } | null }> | null, observed: Array<{ startsAt: string, kind: Types.WeatherKind }> | null, clear: Array<{ id: string }> | null, filtered: Array<{ id: string, category: Types.ObservationCategory }> | null, observationsConnection: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string } }> } | null, latestWeather: { startsAt: string } | null, latestObservation: { id: string } | null } | null> };

export type DashboardOfFieldsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type DashboardOfFieldsQuery = { fields: Array<{ id: string, latestWeather: { date: string | null, kind: Types.WeatherKind, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null } | null, latestEarthObservation: { acquiredAt: string, cloudCover: { value: number } | null, index: { mean: number | null } | null } | null, latestObservation: { observedAt: string, text: string } | null } | null> };

export type WholeFieldPageQueryVariables = Exact<{
  id: string;
}>;


export type WholeFieldPageQuery = { field: { id: string, weather: Array<{ date: string | null }> | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ text: string }> | null } | null };

export type SeasonChartQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;


export type SeasonChartQuery = { field: { indexSeries: Array<{ acquiredAt: string, cloudCover: { value: number } | null, statistics: { mean: number | null, p10: number | null, p90: number | null } | null, earthObservation: { id: string }, source: { provenance: Types.Provenance } }> | null } | null };

export type ImperialQueryVariables = Exact<{
  id: string;
}>;


export type ImperialQuery = { field: { weather: Array<{ temperatureMax: { value: number, unit: Types.TemperatureUnit } | null, fahrenheit: { value: number, unit: Types.TemperatureUnit } | null, precipitation: { value: number, unit: Types.LengthUnit } | null, windSpeed: { value: number, unit: Types.SpeedUnit } | null, growingDegreeDays: { value: number, unit: Types.DegreeDayUnit, base: { value: number, unit: Types.TemperatureUnit } | null } | null }> | null } | null };

export type SprayWindowQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;


export type SprayWindowQuery = { field: { weather: Array<{ startsAt: string, granularity: Types.WeatherGranularity, kind: Types.WeatherKind, windSpeed: { value: number } | null, precipitation: { value: number } | null, temperatureMean: { value: number } | null }> | null } | null };

export type SincePlantingQueryVariables = Exact<{
  id: string;
  from: string;
  to?: string | null | undefined;
}>;


export type SincePlantingQuery = { field: { weatherSummary: { startsAt: string, endsAt: string, dayCount: number, observedDays: number, missingDays: number, frostDays: number | null, provenances: Array<Types.Provenance>, growingDegreeDays: { value: number, unit: Types.DegreeDayUnit, method: Types.DegreeDayMethod | null, base: { value: number, unit: Types.TemperatureUnit } | null, upper: { value: number } | null } | null, precipitation: { value: number, unit: Types.LengthUnit } | null, et0: { value: number } | null, temperatureMin: { value: number } | null, temperatureMax: { value: number } | null } | null } | null };

export type NotesFeedQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
  category?: Types.ObservationCategory | null | undefined;
}>;


export type NotesFeedQuery = { field: { observationsConnection: { edges: Array<{ cursor: string, node: { id: string, category: Types.ObservationCategory, observedAt: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null } | null };

export type OfflinePhoneMutationVariables = Exact<{
  input: Types.AddObservationInput;
}>;


export type OfflinePhoneMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string } }
    | { __typename: 'FieldNotFoundError' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'IdempotencyInProgressError' }
    | { __typename: 'IdempotencyKeyReusedError' }
    | { __typename: 'InvalidInputError', faults: Array<{ path: Array<string>, code: Types.InputFaultCode, message: string }> }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'UnauthenticatedError' }
   | null };

export type RefetchQueryVariables = Exact<{
  id: string;
}>;


export type RefetchQuery = { node: { id: string, latestWeather: { date: string | null } | null } | null };

export type EverythingQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type EverythingQuery = { fields: Array<{ id: string, weather: Array<{ date: string | null, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null }> | null, earthObservations: Array<{ id: string }> | null, observations: Array<{ id: string, text: string }> | null } | null> };

export type FiveAndTwentyQueryVariables = Exact<{
  id: string;
}>;


export type FiveAndTwentyQuery = { field: { five: Array<{ id: string }> | null, twenty: Array<{ id: string }> | null } | null };

export type AddWorstNoteMutationVariables = Exact<{
  input: Types.AddObservationInput;
}>;


export type AddWorstNoteMutation = { addObservation:
    | { faults: Array<{ message: string }> }
    | Record<PropertyKey, never>
   | null };

export type WriteMutationVariables = Exact<{
  key: string;
  text: string;
}>;


export type WriteMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string, text: string }, field: { observations: Array<{ id: string }> | null } }
    | { __typename: 'FieldNotFoundError', code: Types.FieldgraphErrorCode }
    | { __typename: 'ForbiddenError', code: Types.FieldgraphErrorCode }
    | { __typename: 'IdempotencyInProgressError', code: Types.FieldgraphErrorCode }
    | { __typename: 'IdempotencyKeyReusedError', code: Types.FieldgraphErrorCode }
    | { __typename: 'InvalidInputError', code: Types.FieldgraphErrorCode }
    | { __typename: 'RateLimitedError', code: Types.FieldgraphErrorCode }
    | { __typename: 'UnauthenticatedError', code: Types.FieldgraphErrorCode }
   | null };

export type NotesQueryVariables = Exact<{ [key: string]: never; }>;


export type NotesQuery = { field: { observations: Array<{ id: string, text: string }> | null } | null };

export type WrittenNotesQueryVariables = Exact<{
  id: string;
}>;


export type WrittenNotesQuery = { field: { observations: Array<{ id: string, text: string, observedAt: string, createdAt: string }> | null } | null };

export type MayQueryVariables = Exact<{ [key: string]: never; }>;


export type MayQuery = { field: { weather: Array<{ startsAt: string, kind: Types.WeatherKind }> | null, latestWeather: { startsAt: string } | null, weatherSummary: { dayCount: number, missingDays: number, precipitation: { value: number } | null } | null } | null };

export type MayAllQueryVariables = Exact<{ [key: string]: never; }>;


export type MayAllQuery = { field: { weather: Array<{ startsAt: string, kind: Types.WeatherKind }> | null } | null };

export type DiseasesQueryVariables = Exact<{ [key: string]: never; }>;


export type DiseasesQuery = { field: { observations: Array<{ id: string }> | null } | null };

export type ForecastsLeftQueryVariables = Exact<{ [key: string]: never; }>;


export type ForecastsLeftQuery = { field: { weather: Array<{ startsAt: string }> | null } | null };

export type NewestQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestQuery = { field: { latestWeather: { startsAt: string } | null, latestEarthObservation: { sceneId: string } | null } | null };

export type WithinQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type WithinQuery = { field: { observations: Array<{ recordId: string }> | null } | null };

export type ClearQueryVariables = Exact<{ [key: string]: never; }>;


export type ClearQuery = { field: { latestEarthObservation: { cloudCover: { value: number } | null } | null } | null };

export type PagedQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type PagedQuery = { field: { observationsConnection: { edges: Array<{ cursor: string }>, nodes: Array<{ recordId: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type PestsQueryVariables = Exact<{
  limit: number;
}>;


export type PestsQuery = { field: { observations: Array<{ recordId: string }> | null } | null };

export type PestPagesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type PestPagesQuery = { field: { observationsConnection: { nodes: Array<{ recordId: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type SharedCallQueryVariables = Exact<{
  last: Types.SpanInput;
  next?: Types.SpanInput | null | undefined;
}>;


export type SharedCallQuery = { field: { timezone: string | null, weather: Array<{ date: string | null }> | null, weatherSummary: { dayCount: number } | null, weatherSummaries: Array<{ period: string | null, dayCount: number, missingDays: number, precipitation: { value: number } | null }> | null, byDekad: Array<{ period: string | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, isStartKnown: boolean, isEndKnown: boolean }> | null, growingDegreeDays: { missingDays: number, total: { value: number } | null } | null, ahead: { missingDays: number, days: Array<{ date: string, kind: Types.WeatherKind, accumulated: number }> } | null, waterBalance: { missingDays: number, knownThrough: string | null, et0Methods: Array<Types.Et0Method>, provenances: Array<Types.Provenance>, readilyAvailableWater: { value: number }, days: Array<{ date: string, kind: Types.WeatherKind, depletion: { value: number } | null }> } | null } | null };

export type ComputedBetweenQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type ComputedBetweenQuery = { field: { weatherSummaries: Array<{ period: string | null, dayCount: number, missingDays: number, precipitation: { value: number } | null, growingDegreeDays: { value: number } | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, isStartKnown: boolean, isEndKnown: boolean }> | null, growingDegreeDays: { missingDays: number, total: { value: number } | null, days: Array<{ date: string, kind: Types.WeatherKind, accumulated: number }> } | null, waterBalance: { missingDays: number, knownThrough: string | null, days: Array<{ date: string, kind: Types.WeatherKind, depletion: { value: number } | null }> } | null, timeline: Array<{ date: string, weather: { kind: Types.WeatherKind, temperatureMax: { value: number } | null } | null }> | null } | null };

export type TimelineOfAllQueryVariables = Exact<{
  last?: Types.SpanInput | null | undefined;
}>;


export type TimelineOfAllQuery = { field: { timeline: Array<{ date: string, weather: { date: string | null, kind: Types.WeatherKind, temperatureMax: { value: number } | null } | null, observations: Array<{ id: string, observedAt: string }> | null, earthObservations: Array<{ acquiredAt: string, cloudCover: { value: number } | null }> | null }> | null } | null };

export type TimelineDatesQueryVariables = Exact<{ [key: string]: never; }>;


export type TimelineDatesQuery = { field: { timeline: Array<{ date: string }> | null } | null };

export type RefusedComputedQueryVariables = Exact<{
  targets?: Array<Types.DegreeDayTargetInput> | Types.DegreeDayTargetInput | null | undefined;
  points: Array<Types.CropCoefficientInput> | Types.CropCoefficientInput;
  irrigation: Array<Types.IrrigationInput> | Types.IrrigationInput;
  watered: Array<Types.IrrigationInput> | Types.IrrigationInput;
}>;


export type RefusedComputedQuery = { field: { none: { missingDays: number } | null, many: { missingDays: number } | null, cold: { missingDays: number } | null, hot: { missingDays: number } | null, precipitationSpells: Array<{ dayCount: number }> | null, waterBalance: { missingDays: number } | null, most: { missingDays: number } | null, least: { missingDays: number } | null, timeline: Array<{ date: string }> | null } | null };

export type CountedDaysQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type CountedDaysQuery = { field: { weatherSummary: { startsAt: string, endsAt: string, startsAtLocal: string | null, endsAtLocal: string | null, dayCount: number, observedDays: number, missingDays: number, precipitation: { value: number } | null } | null, weatherSummaries: Array<{ period: string | null, isWhole: boolean, startsAt: string, endsAt: string, startsAtLocal: string | null, endsAtLocal: string | null, dayCount: number, missingDays: number }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, isStartKnown: boolean, isEndKnown: boolean }> | null, growingDegreeDays: { missingDays: number, days: Array<{ date: string, kind: Types.WeatherKind, growingDegreeDays: number | null }> } | null, waterBalance: { missingDays: number, knownThrough: string | null, days: Array<{ date: string, depletion: { value: number } | null }> } | null } | null };

export type CountedHoursQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type CountedHoursQuery = { field: { temperatureHours: { hourCount: number, missingHours: number } | null } | null };

export type SeasonInAnyOrderQueryVariables = Exact<{ [key: string]: never; }>;


export type SeasonInAnyOrderQuery = { field: { indexSeason: { area: number | null, change: number | null, changeDays: number | null, longestGapDays: number | null, clearScenes: number, missingScenes: number, points: Array<{ mean: number | null, earlierMean: number | null, earthObservation: { id: string } }>, peak: { earthObservation: { id: string } } | null } | null, indexSeries: Array<{ statistics: { mean: number | null } | null, earthObservation: { id: string } }> | null } | null };

export type SprayingInAnyOrderQueryVariables = Exact<{ [key: string]: never; }>;


export type SprayingInAnyOrderQuery = { field: { sprayConditions: { hoursWithoutRecord: number, windows: Array<{ startsAt: string, endsAt: string, hourCount: number }>, hours: Array<{ startsAt: string, kind: Types.WeatherKind, verdict: Types.SprayVerdict }> } | null, temperatureHours: { hourCount: number, missingHours: number, utahUnits: number | null } | null } | null };

export type DaysInAnyOrderQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type DaysInAnyOrderQuery = { field: { weatherSummary: { dayCount: number, missingDays: number, precipitation: { value: number } | null } | null, weatherSummaries: Array<{ period: string | null, dayCount: number, missingDays: number, precipitation: { value: number } | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, precipitation: { value: number } }> | null, growingDegreeDays: { missingDays: number, total: { value: number } | null, days: Array<{ date: string, kind: Types.WeatherKind, growingDegreeDays: number | null }> } | null, timeline: Array<{ date: string, weather: { kind: Types.WeatherKind, temperatureMax: { value: number } | null } | null }> | null } | null };

export type HappenedInAnyOrderQueryVariables = Exact<{ [key: string]: never; }>;


export type HappenedInAnyOrderQuery = { field: { timeline: Array<{ date: string, observations: Array<{ id: string }> | null, earthObservations: Array<{ id: string }> | null }> | null } | null };

export type IndexSeasonQueryVariables = Exact<{
  id?: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  since?: string | null | undefined;
  maxCloudCover?: number | null | undefined;
  earlierYears?: number;
  floor?: number;
  maxGapDays?: number;
}>;


export type IndexSeasonQuery = { field: { indexSeason: { clearScenes: number, missingScenes: number, longestGapDays: number | null, area: number | null, change: number | null, changeDays: number | null, provenances: Array<Types.Provenance>, points: Array<{ acquiredAt: string, mean: number | null, earlierMean: number | null, earlierYears: number, difference: number | null, earthObservation: { id: string } }>, peak: { acquiredAt: string, mean: number | null } | null } | null } | null };

export type IndexSeasonBesideScenesQueryVariables = Exact<{ [key: string]: never; }>;


export type IndexSeasonBesideScenesQuery = { field: { indexSeason: { clearScenes: number, missingScenes: number, provenances: Array<Types.Provenance>, points: Array<{ earthObservation: { id: string } }> } | null, evi: { clearScenes: number } | null, earthObservations: Array<{ id: string }> | null } | null };

export type SeattleYearQueryVariables = Exact<{
  by: Types.CalendarPeriod;
}>;


export type SeattleYearQuery = { field: { weatherSummaries: Array<{ period: string | null, isWhole: boolean, dayCount: number, missingDays: number, precipitationMissingDays: number, wetDays: number | null, frostDays: number | null, provenances: Array<Types.Provenance>, precipitation: { value: number } | null, temperatureMin: { value: number } | null, temperatureMax: { value: number } | null, growingDegreeDays: { value: number } | null }> | null, weatherSummary: { wetDays: number | null, dayCount: number, isWhole: boolean, period: string | null } | null } | null };

export type SeattleSeasonQueryVariables = Exact<{
  method: Types.DegreeDayMethod;
  targets?: Array<Types.DegreeDayTargetInput> | Types.DegreeDayTargetInput | null | undefined;
}>;


export type SeattleSeasonQuery = { field: { growingDegreeDays: { missingDays: number, provenances: Array<Types.Provenance>, total: { value: number, unit: Types.DegreeDayUnit, method: Types.DegreeDayMethod | null, base: { value: number } | null, upper: { value: number } | null } | null, days: Array<{ date: string, kind: Types.WeatherKind, accumulated: number }>, targets: Array<{ growingDegreeDays: number, reachedOn: string | null, kind: Types.WeatherKind | null, isAtLatest: boolean, remaining: number }> } | null } | null };

export type SeattleSpellsQueryVariables = Exact<{
  unit: Types.LengthUnit;
  minWetDay: number;
}>;


export type SeattleSpellsQuery = { field: { precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, isStartKnown: boolean, isEndKnown: boolean, provenances: Array<Types.Provenance>, precipitation: { value: number, unit: Types.LengthUnit } }> | null } | null };

export type PartOfAWindowQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;


export type PartOfAWindowQuery = { field: { weatherSummary: { dayCount: number, observedDays: number, missingDays: number, precipitation: { value: number } | null, growingDegreeDays: { value: number } | null } | null, weatherSummaries: Array<{ period: string | null, isWhole: boolean, dayCount: number, observedDays: number, missingDays: number, precipitation: { value: number } | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, precipitation: { value: number } }> | null, growingDegreeDays: { missingDays: number, total: { value: number } | null, days: Array<{ date: string, kind: Types.WeatherKind, growingDegreeDays: number | null }> } | null, temperatureHours: { hourCount: number, missingHours: number, frostHours: number | null } | null } | null };

export type SprayConditionsQueryVariables = Exact<{
  id?: string;
  next?: Types.SpanInput | null | undefined;
  rules?: Types.SprayRulesInput | null | undefined;
}>;


export type SprayConditionsQuery = { field: { sprayConditions: { hoursWithoutRecord: number, provenances: Array<Types.Provenance>, hours: Array<{ startsAt: string, startsAtLocal: string | null, kind: Types.WeatherKind, verdict: Types.SprayVerdict, deltaT: number | null, rules: Array<{ rule: Types.SprayRule, outcome: Types.RuleOutcome, value: number | null, limit: number | null, reason: string }> }>, windows: Array<{ startsAt: string, endsAt: string, startsAtLocal: string | null, endsAtLocal: string | null, hourCount: number }> } | null } | null };

export type SprayByDefaultQueryVariables = Exact<{ [key: string]: never; }>;


export type SprayByDefaultQuery = { field: { sprayConditions: { hoursWithoutRecord: number, hours: Array<{ verdict: Types.SprayVerdict, rules: Array<{ rule: Types.SprayRule }> }> } | null } | null };

export type InfiniteWindQueryVariables = Exact<{ [key: string]: never; }>;


export type InfiniteWindQuery = { field: { sprayConditions: { hoursWithoutRecord: number } | null } | null };

export type TemperatureHoursQueryVariables = Exact<{
  from: string;
  to: string;
  frostBelow?: number;
  heatAbove?: number;
  unit?: Types.TemperatureUnit;
}>;


export type TemperatureHoursQuery = { field: { temperatureHours: { hourCount: number, missingHours: number, frostHours: number | null, heatHours: number | null, chillingHours: number | null, utahUnits: number | null, chillPortions: number | null, provenances: Array<Types.Provenance> } | null } | null };

export type TemperatureHoursBesideHoursQueryVariables = Exact<{ [key: string]: never; }>;


export type TemperatureHoursBesideHoursQuery = { field: { temperatureHours: { hourCount: number, missingHours: number, chillPortions: number | null, provenances: Array<Types.Provenance> } | null, hourly: Array<{ startsAt: string }> | null, lastHours: { hourCount: number, missingHours: number } | null } | null };

export type TemperatureHoursByDefaultQueryVariables = Exact<{ [key: string]: never; }>;


export type TemperatureHoursByDefaultQuery = { field: { temperatureHours: { hourCount: number } | null } | null };

export type ThresholdsLeftOutQueryVariables = Exact<{
  unit: Types.TemperatureUnit;
  length: Types.LengthUnit;
}>;


export type ThresholdsLeftOutQuery = { field: { growingDegreeDays: { total: { unit: Types.DegreeDayUnit, base: { value: number } | null, upper: { value: number } | null } | null } | null, weatherSummary: { growingDegreeDays: { value: number, base: { value: number } | null, upper: { value: number } | null } | null } | null, weatherSummaries: Array<{ growingDegreeDays: { base: { value: number } | null, upper: { value: number } | null } | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, dayCount: number }> | null, temperatureHours: { frostHours: number | null, heatHours: number | null } | null } | null };

export type HalfOfTheThresholdsQueryVariables = Exact<{ [key: string]: never; }>;


export type HalfOfTheThresholdsQuery = { field: { growingDegreeDays: { total: { base: { value: number } | null, upper: { value: number } | null } | null } | null } | null };

export type ThresholdsOfTheCropQueryVariables = Exact<{
  base?: number | null | undefined;
  upper?: number | null | undefined;
}>;


export type ThresholdsOfTheCropQuery = { field: { growingDegreeDays: { total: { thresholdSource: string | null, base: { value: number } | null, upper: { value: number } | null } | null } | null, weatherSummary: { growingDegreeDays: { thresholdSource: string | null, base: { value: number } | null, upper: { value: number } | null } | null } | null } | null };

export type ThresholdsAndNotesQueryVariables = Exact<{ [key: string]: never; }>;


export type ThresholdsAndNotesQuery = { field: { name: string | null, growingDegreeDays: { total: { base: { value: number } | null } | null } | null, observations: Array<{ id: string }> | null } | null };

export type TimelineOfNotesQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type TimelineOfNotesQuery = { field: { timeline: Array<{ date: string, observations: Array<{ id: string }> | null }> | null } | null };

export type TimezoneWithoutWeatherQueryVariables = Exact<{ [key: string]: never; }>;


export type TimezoneWithoutWeatherQuery = { field: { timezone: string | null } | null };

export type TwelveComputedFieldsQueryVariables = Exact<{ [key: string]: never; }>;


export type TwelveComputedFieldsQuery = { field: { timezone: string | null, weatherSummary: { dayCount: number } | null, weatherSummaries: Array<{ period: string | null }> | null, byMonth: Array<{ period: string | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind }> | null, growingDegreeDays: { missingDays: number } | null, waterBalance: { missingDays: number } | null, temperatureHours: { hourCount: number } | null, sprayConditions: { hoursWithoutRecord: number } | null, indexSeries: Array<{ statistics: { mean: number | null } | null }> | null, indexSeason: { clearScenes: number } | null, timeline: Array<{ date: string, weather: { date: string | null } | null, observations: Array<{ id: string }> | null, earthObservations: Array<{ id: string }> | null }> | null } | null };

export type ComputedOfUnknownQueryVariables = Exact<{ [key: string]: never; }>;


export type ComputedOfUnknownQuery = { field: { weatherSummaries: Array<{ dayCount: number, missingDays: number, isWhole: boolean, wetDays: number | null, precipitationMissingDays: number, et0MissingDays: number, growingDegreeDaysMissingDays: number, temperatureMinMissingDays: number, precipitationLessEt0MissingDays: number, precipitation: { value: number } | null, precipitationLessEt0: { value: number } | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, isStartKnown: boolean, isEndKnown: boolean, provenances: Array<Types.Provenance> }> | null, growingDegreeDays: { missingDays: number, provenances: Array<Types.Provenance>, days: Array<{ date: string, growingDegreeDays: number | null, accumulated: number, missingDays: number }>, targets: Array<{ reachedOn: string | null, isAtLatest: boolean, remaining: number }>, total: { value: number } | null } | null, waterBalance: { missingDays: number, knownThrough: string | null, exceedsReadilyAvailableOn: string | null, et0Methods: Array<Types.Et0Method>, provenances: Array<Types.Provenance>, days: Array<{ date: string, stressCoefficient: number | null, depletion: { value: number } | null, deepPercolation: { value: number } | null }> } | null } | null };

export type DashboardWithFactsQueryVariables = Exact<{
  ids: Array<string> | string;
  facts: boolean;
}>;


export type DashboardWithFactsQuery = { fields: Array<{ id: string, name?: string | null, crop?: { name: string, eppoCode: string | null } | null, location?: { latitude: number, longitude: number } | null, area?: { value: number, unit: Types.AreaUnit } | null, weather: Array<{ date: string | null }> | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ text: string }> | null } | null> };

export type FactsAloneQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type FactsAloneQuery = { fields: Array<{ name: string | null, timezone: string | null, crop: { name: string } | null, location: { latitude: number } | null, area: { value: number, unit: Types.AreaUnit } | null } | null> };

export type NameAndWeatherQueryVariables = Exact<{ [key: string]: never; }>;


export type NameAndWeatherQuery = { field: { name: string | null, weather: Array<{ date: string | null }> | null, observations: Array<{ text: string }> | null } | null };

export type NameAndNoWindowQueryVariables = Exact<{ [key: string]: never; }>;


export type NameAndNoWindowQuery = { field: { name: string | null, weather: Array<{ date: string | null }> | null } | null };

export type NameAloneQueryVariables = Exact<{ [key: string]: never; }>;


export type NameAloneQuery = { field: { name: string | null } | null };

export type NameAndNotesQueryVariables = Exact<{ [key: string]: never; }>;


export type NameAndNotesQuery = { field: { name: string | null, observations: Array<{ text: string }> | null } | null };

export type FieldPageQueryVariables = Exact<{
  id: string;
}>;


export type FieldPageQuery = { field: { id: string, weather: Array<{ date: string | null, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null, precipitation: { value: number, unit: Types.LengthUnit } | null, source: { name: string, provenance: Types.Provenance, derived: Array<string> }, soil: Array<{ depthFrom: { value: number } }> }> | null, earthObservations: Array<{ id: string, cloudCover: { value: number, unit: Types.FractionUnit } | null, index: { mean: number | null } | null }> | null, observations: Array<{ id: string, text: string, category: Types.ObservationCategory, tags: Array<string>, photos: Array<{ href: string }> }> | null } | null };

export type DashboardQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type DashboardQuery = { fields: Array<{ id: string, weather: Array<{ date: string | null }> | null, earthObservations: Array<{ id: string }> | null, observations: Array<{ id: string }> | null } | null> };

export type KnownQueryVariables = Exact<{
  id: string;
  ids: Array<string> | string;
}>;


export type KnownQuery = { field: { __typename: 'Field', id: string } | null, fields: Array<{ id: string } | null>, node: { __typename: 'Field', id: string } | null, nodes: Array<{ __typename: 'Field', id: string } | null> };

export type IdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type IdsQuery = { fields: Array<{ id: string } | null> };

export type NodesQueryVariables = Exact<{ [key: string]: never; }>;


export type NodesQuery = { node: { __typename: 'Field', id: string, weather: Array<{ date: string | null }> | null } | null, other: { id: string } | null, nodes: Array<{ id: string } | null> };

export type TwoLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type TwoLimitsQuery = { field: { five: Array<{ id: string }> | null, twenty: Array<{ id: string }> | null } | null };

export type BadLimitQueryVariables = Exact<{ [key: string]: never; }>;


export type BadLimitQuery = { field: { observations: Array<{ id: string }> | null, weather: Array<{ date: string | null }> | null } | null };

export type ScenesOfAnyKindQueryVariables = Exact<{
  max?: number | null | undefined;
}>;


export type ScenesOfAnyKindQuery = { field: { earthObservations: Array<{ recordId: string, cloudCover: { value: number } | null }> | null, latestEarthObservation: { recordId: string } | null } | null };

export type HoursWithTheirDaysQueryVariables = Exact<{ [key: string]: never; }>;


export type HoursWithTheirDaysQuery = { field: { weather: Array<{ startsAt: string, date: string | null }> | null } | null };

export type FieldOfNotesQueryVariables = Exact<{ [key: string]: never; }>;


export type FieldOfNotesQuery = { field: { observations: Array<{ field: { __typename: 'Field', id: string, weather: Array<{ date: string | null }> | null } }> | null } | null };

export type MeasuresQueryVariables = Exact<{ [key: string]: never; }>;


export type MeasuresQuery = { field: { weather: Array<{ condition: Types.WeatherCondition | null, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null, fahrenheit: { value: number, unit: Types.TemperatureUnit } | null, growingDegreeDays: { value: number, unit: Types.DegreeDayUnit, method: Types.DegreeDayMethod | null, base: { value: number, unit: Types.TemperatureUnit } | null } | null }> | null } | null };

export type AsCameQueryVariables = Exact<{ [key: string]: never; }>;


export type AsCameQuery = { field: { weather: Array<{ condition: Types.WeatherCondition | null, kind: Types.WeatherKind, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null }> | null, observations: Array<{ id: string }> | null } | null };

export type UnknownUnitQueryVariables = Exact<{
  unit?: Types.TemperatureUnit | null | undefined;
}>;


export type UnknownUnitQuery = { field: { weather: Array<{ temperatureMax: { value: number } | null }> | null } | null };

export type UnitAloneQueryVariables = Exact<{
  unit?: Types.LengthUnit | null | undefined;
}>;


export type UnitAloneQuery = { field: { weather: Array<{ precipitation: { unit: Types.LengthUnit } | null }> | null } | null };

export type AddNoteMutationVariables = Exact<{
  input: Types.AddObservationInput;
}>;


export type AddNoteMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string, field: { id: string } }, field: { observations: Array<{ id: string }> | null } }
    | { __typename: 'FieldNotFoundError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'ForbiddenError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyInProgressError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyKeyReusedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'InvalidInputError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null, faults: Array<{ path: Array<string>, code: Types.InputFaultCode, message: string }> }
    | { __typename: 'RateLimitedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'UnauthenticatedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
   | null };

export type AddTwiceMutationVariables = Exact<{
  first: Types.AddObservationInput;
  second: Types.AddObservationInput;
}>;


export type AddTwiceMutation = { first:
    | { __typename: 'AddObservationSuccess' }
    | { __typename: 'FieldNotFoundError' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'IdempotencyInProgressError' }
    | { __typename: 'IdempotencyKeyReusedError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'UnauthenticatedError' }
   | null, second:
    | { __typename: 'AddObservationSuccess' }
    | { __typename: 'FieldNotFoundError' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'IdempotencyInProgressError' }
    | { __typename: 'IdempotencyKeyReusedError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'UnauthenticatedError' }
   | null };

export type AddAndReadMutationVariables = Exact<{
  first: Types.AddObservationInput;
  second: Types.AddObservationInput;
}>;


export type AddAndReadMutation = { first:
    | { field: { observations: Array<{ id: string }> | null } }
    | Record<PropertyKey, never>
   | null, second:
    | { field: { observations: Array<{ id: string }> | null } }
    | Record<PropertyKey, never>
   | null };

export type LastQueryVariables = Exact<{
  last: Types.SpanInput;
}>;


export type LastQuery = { field: { timezone: string | null, weather: Array<{ startsAtLocal: string | null, date: string | null, startsAt: string }> | null } | null };

export type EveryWindowQueryVariables = Exact<{ [key: string]: never; }>;


export type EveryWindowQuery = { field: { timezone: string | null, weather: Array<{ date: string | null }> | null, weatherSummary: { dayCount: number, missingDays: number } | null, earthObservations: Array<{ acquiredAt: string }> | null, indexSeries: Array<{ acquiredAt: string }> | null } | null };

export type SinceQueryVariables = Exact<{ [key: string]: never; }>;


export type SinceQuery = { field: { weather: Array<{ date: string | null }> | null, weatherSummary: { dayCount: number } | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ observedAt: string }> | null } | null };

export type LastNotesQueryVariables = Exact<{ [key: string]: never; }>;


export type LastNotesQuery = { field: { observations: Array<{ observedAt: string }> | null } | null };

export type TimezoneAloneQueryVariables = Exact<{ [key: string]: never; }>;


export type TimezoneAloneQuery = { fields: Array<{ timezone: string | null } | null> };

export type RefusedWindowQueryVariables = Exact<{ [key: string]: never; }>;


export type RefusedWindowQuery = { field: { weather: Array<{ date: string | null }> | null, earthObservations: Array<{ id: string }> | null } | null };

export type LocalBoundsQueryVariables = Exact<{ [key: string]: never; }>;


export type LocalBoundsQuery = { field: { weather: Array<{ startsAtLocal: string | null, endsAtLocal: string | null }> | null } | null };

export type NotesOfSilentListQueryVariables = Exact<{ [key: string]: never; }>;


export type NotesOfSilentListQuery = { field: { observations: Array<{ id: string }> | null } | null };

export type DaysAfterSilentListQueryVariables = Exact<{ [key: string]: never; }>;


export type DaysAfterSilentListQuery = { field: { timezone: string | null, weather: Array<{ date: string | null }> | null } | null };

export type SinceBesideSilentListQueryVariables = Exact<{ [key: string]: never; }>;


export type SinceBesideSilentListQuery = { field: { timezone: string | null, observations: Array<{ id: string }> | null, weather: Array<{ date: string | null }> | null } | null };

export type LastDaysOfLesserServiceQueryVariables = Exact<{ [key: string]: never; }>;


export type LastDaysOfLesserServiceQuery = { field: { weather: Array<{ date: string | null }> | null, weatherSummary: { dayCount: number, missingDays: number } | null, earthObservations: Array<{ id: string }> | null, timeline: Array<{ date: string, observations: Array<{ id: string }> | null, earthObservations: Array<{ id: string }> | null, weather: { date: string | null } | null }> | null } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const TutorialTextsDocument = new TypedDocumentString(`
    query TutorialTexts {
  field(id: "fld_demo_01") {
    observations(limit: 100) {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<TutorialTextsQuery, TutorialTextsQueryVariables>;
export const WindowedWeatherDocument = new TypedDocumentString(`
    query WindowedWeather($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_demo_05") {
    weather(from: $from, to: $to) {
      startsAt
      kind
      temperatureMax {
        value
        unit
      }
    }
    observed: weather(from: $from, to: $to, kind: OBSERVED) {
      startsAt
      kind
    }
    hourly: weather(from: $from, to: $to, granularity: HOURLY) {
      startsAt
      granularity
    }
  }
}
    `) as unknown as TypedDocumentString<WindowedWeatherQuery, WindowedWeatherQueryVariables>;
export const LatestOfAllDocument = new TypedDocumentString(`
    query LatestOfAll {
  fields(ids: ["fld_demo_05", "fld_demo_59", "fld_demo_60"]) {
    id
    latestWeather {
      startsAt
      kind
    }
    latestEarthObservation(maxCloudCover: 20) {
      id
    }
    latestObservation {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<LatestOfAllQuery, LatestOfAllQueryVariables>;
export const WindowedScenesDocument = new TypedDocumentString(`
    query WindowedScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_demo_05") {
    earthObservations(from: $from, to: $to, maxCloudCover: 30, order: DESC) {
      id
      acquiredAt
    }
    indexSeries(index: NDVI, from: $from, to: $to) {
      statistics {
        mean
      }
      earthObservation {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WindowedScenesQuery, WindowedScenesQueryVariables>;
export const SummaryDocument = new TypedDocumentString(`
    query Summary($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_demo_05") {
    weatherSummary(from: $from, to: $to) {
      dayCount
      missingDays
      growingDegreeDays {
        value
      }
      precipitation {
        value
      }
      frostDays
    }
  }
}
    `) as unknown as TypedDocumentString<SummaryQuery, SummaryQueryVariables>;
export const ComputedFromHoursDocument = new TypedDocumentString(`
    query ComputedFromHours {
  field(id: "fld_demo_05") {
    temperatureHours(last: { hours: 240 }) {
      hourCount
      missingHours
      frostHours
      heatHours
      chillingHours
      utahUnits
      chillPortions
      provenances
    }
    sprayConditions {
      hours {
        startsAt
        kind
        verdict
        deltaT
        rules {
          rule
          outcome
          value
          limit
          reason
        }
      }
      windows {
        startsAt
        endsAt
        hourCount
      }
      hoursWithoutRecord
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<ComputedFromHoursQuery, ComputedFromHoursQueryVariables>;
export const ComputedFromScenesDocument = new TypedDocumentString(`
    query ComputedFromScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_demo_05") {
    indexSeason(index: NDVI, from: $from, to: $to) {
      points {
        acquiredAt
        mean
      }
      peak {
        acquiredAt
      }
      area
      change
      changeDays
      longestGapDays
      clearScenes
      missingScenes
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<ComputedFromScenesQuery, ComputedFromScenesQueryVariables>;
export const FilteredNotesDocument = new TypedDocumentString(`
    query FilteredNotes($to: DateOrDateTime!) {
  field(id: "fld_demo_05") {
    newest: observations(limit: 3) {
      id
    }
    filtered: observations(limit: 5, category: GROWTH_STAGE) {
      id
      category
    }
    before: observations(limit: 5, to: $to) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<FilteredNotesQuery, FilteredNotesQueryVariables>;
export const PageDocument = new TypedDocumentString(`
    query Page($first: Int!, $after: String) {
  field(id: "fld_demo_05") {
    observationsConnection(first: $first, after: $after) {
      edges {
        cursor
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PageQuery, PageQueryVariables>;
export const DefaultsDocument = new TypedDocumentString(`
    query Defaults {
  field(id: "fld_demo_05") {
    weather {
      startsAt
      granularity
    }
    earthObservations {
      acquiredAt
    }
    observations {
      observedAt
    }
  }
}
    `) as unknown as TypedDocumentString<DefaultsQuery, DefaultsQueryVariables>;
export const SeveralFieldsDashboardDocument = new TypedDocumentString(`
    query SeveralFieldsDashboard($ids: [ID!]!) {
  fields(ids: $ids) {
    id
    weather {
      startsAt
      kind
      temperatureMax {
        value
        unit
      }
    }
    earthObservations {
      id
      acquiredAt
      cloudCover {
        value
      }
    }
    observations(limit: 5) {
      id
      text
    }
  }
}
    `) as unknown as TypedDocumentString<SeveralFieldsDashboardQuery, SeveralFieldsDashboardQueryVariables>;
export const SeveralFieldsWeatherDocument = new TypedDocumentString(`
    query SeveralFieldsWeather($ids: [ID!]!) {
  fields(ids: $ids) {
    weather {
      startsAt
    }
  }
}
    `) as unknown as TypedDocumentString<SeveralFieldsWeatherQuery, SeveralFieldsWeatherQueryVariables>;
export const SeveralFieldsRelativeDocument = new TypedDocumentString(`
    query SeveralFieldsRelative($ids: [ID!]!) {
  fields(ids: $ids) {
    observations(last: { days: 5 }) {
      id
    }
    weather(since: "05-01") {
      startsAt
    }
  }
}
    `) as unknown as TypedDocumentString<SeveralFieldsRelativeQuery, SeveralFieldsRelativeQueryVariables>;
export const SeveralFieldsVarietyDocument = new TypedDocumentString(`
    query SeveralFieldsVariety($from: DateOrDateTime!, $to: DateOrDateTime!, $category: ObservationCategory) {
  fields(
    ids: ["fld_demo_01", "fld_demo_02", "fld_nowhere", "fld_demo_59", "fld_demo_60"]
  ) {
    id
    hourly: weather(from: $from, to: $to, granularity: HOURLY) {
      startsAt
      windSpeed {
        value
      }
    }
    observed: weather(from: $from, to: $to, kind: OBSERVED) {
      startsAt
      kind
    }
    clear: earthObservations(maxCloudCover: 20, order: DESC) {
      id
    }
    filtered: observations(limit: 3, category: $category) {
      id
      category
    }
    observationsConnection(first: 2) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          id
        }
      }
    }
    latestWeather {
      startsAt
    }
    latestObservation {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SeveralFieldsVarietyQuery, SeveralFieldsVarietyQueryVariables>;
export const DashboardOfFieldsDocument = new TypedDocumentString(`
    query DashboardOfFields($ids: [ID!]!) {
  fields(ids: $ids) {
    id
    latestWeather {
      date
      kind
      temperatureMax {
        value
        unit
      }
    }
    latestEarthObservation(maxCloudCover: 60) {
      acquiredAt
      cloudCover {
        value
      }
      index(name: NDVI) {
        mean
      }
    }
    latestObservation {
      observedAt
      text
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardOfFieldsQuery, DashboardOfFieldsQueryVariables>;
export const WholeFieldPageDocument = new TypedDocumentString(`
    query WholeFieldPage($id: ID!) {
  field(id: $id) {
    id
    weather {
      date
    }
    earthObservations {
      acquiredAt
    }
    observations {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<WholeFieldPageQuery, WholeFieldPageQueryVariables>;
export const SeasonChartDocument = new TypedDocumentString(`
    query SeasonChart($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: $id) {
    indexSeries(index: NDVI, from: $from, to: $to) {
      acquiredAt
      cloudCover {
        value
      }
      statistics {
        mean
        p10
        p90
      }
      earthObservation {
        id
      }
      source {
        provenance
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SeasonChartQuery, SeasonChartQueryVariables>;
export const ImperialDocument = new TypedDocumentString(`
    query Imperial($id: ID!) {
  field(id: $id) {
    weather(kind: OBSERVED) {
      temperatureMax {
        value
        unit
      }
      fahrenheit: temperatureMax(unit: FAHRENHEIT) {
        value
        unit
      }
      precipitation(unit: INCH) {
        value
        unit
      }
      windSpeed(unit: MILE_PER_HOUR) {
        value
        unit
      }
      growingDegreeDays(unit: FAHRENHEIT_DAY) {
        value
        unit
        base(unit: FAHRENHEIT) {
          value
          unit
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ImperialQuery, ImperialQueryVariables>;
export const SprayWindowDocument = new TypedDocumentString(`
    query SprayWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: $id) {
    weather(from: $from, to: $to, granularity: HOURLY, kind: FORECAST) {
      startsAt
      granularity
      kind
      windSpeed(unit: KILOMETRE_PER_HOUR) {
        value
      }
      precipitation {
        value
      }
      temperatureMean {
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SprayWindowQuery, SprayWindowQueryVariables>;
export const SincePlantingDocument = new TypedDocumentString(`
    query SincePlanting($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime) {
  field(id: $id) {
    weatherSummary(from: $from, to: $to) {
      startsAt
      endsAt
      dayCount
      observedDays
      missingDays
      growingDegreeDays {
        value
        unit
        base {
          value
          unit
        }
        upper {
          value
        }
        method
      }
      precipitation {
        value
        unit
      }
      et0 {
        value
      }
      frostDays
      temperatureMin {
        value
      }
      temperatureMax {
        value
      }
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<SincePlantingQuery, SincePlantingQueryVariables>;
export const NotesFeedDocument = new TypedDocumentString(`
    query NotesFeed($id: ID!, $first: Int!, $after: String, $category: ObservationCategory) {
  field(id: $id) {
    observationsConnection(first: $first, after: $after, category: $category) {
      edges {
        cursor
        node {
          id
          category
          observedAt
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NotesFeedQuery, NotesFeedQueryVariables>;
export const OfflinePhoneDocument = new TypedDocumentString(`
    mutation OfflinePhone($input: AddObservationInput!) {
  addObservation(input: $input) {
    __typename
    ... on AddObservationSuccess {
      replayed
      observation {
        id
      }
    }
    ... on InvalidInputError {
      faults {
        path
        code
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<OfflinePhoneMutation, OfflinePhoneMutationVariables>;
export const RefetchDocument = new TypedDocumentString(`
    query Refetch($id: ID!) {
  node(id: $id) {
    id
    ... on Field {
      latestWeather {
        date
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RefetchQuery, RefetchQueryVariables>;
export const EverythingDocument = new TypedDocumentString(`
    query Everything($ids: [ID!]!) {
  fields(ids: $ids) {
    id
    weather {
      date
      temperatureMax {
        value
        unit
      }
    }
    earthObservations {
      id
    }
    observations(limit: 5) {
      id
      text
    }
  }
}
    `) as unknown as TypedDocumentString<EverythingQuery, EverythingQueryVariables>;
export const FiveAndTwentyDocument = new TypedDocumentString(`
    query FiveAndTwenty($id: ID!) {
  field(id: $id) {
    five: observations(limit: 5) {
      id
    }
    twenty: observations(limit: 20) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<FiveAndTwentyQuery, FiveAndTwentyQueryVariables>;
export const AddWorstNoteDocument = new TypedDocumentString(`
    mutation AddWorstNote($input: AddObservationInput!) {
  addObservation(input: $input) {
    ... on InvalidInputError {
      faults {
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AddWorstNoteMutation, AddWorstNoteMutationVariables>;
export const WriteDocument = new TypedDocumentString(`
    mutation Write($key: String!, $text: String!) {
  addObservation(
    input: { idempotencyKey: $key, fieldId: "fld_demo_60", text: $text }
  ) {
    __typename
    ... on AddObservationSuccess {
      replayed
      observation {
        id
        text
      }
      field {
        observations(limit: 100) {
          id
        }
      }
    }
    ... on FieldgraphError {
      code
    }
  }
}
    `) as unknown as TypedDocumentString<WriteMutation, WriteMutationVariables>;
export const NotesDocument = new TypedDocumentString(`
    query Notes {
  field(id: "fld_demo_60") {
    observations(limit: 100) {
      id
      text
    }
  }
}
    `) as unknown as TypedDocumentString<NotesQuery, NotesQueryVariables>;
export const WrittenNotesDocument = new TypedDocumentString(`
    query WrittenNotes($id: ID!) {
  field(id: $id) {
    observations(limit: 100) {
      id
      text
      observedAt
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<WrittenNotesQuery, WrittenNotesQueryVariables>;
export const MayDocument = new TypedDocumentString(`
    query May {
  field(id: "fld_a") {
    weather(
      from: "2026-05-02T00:00:00Z"
      to: "2026-05-04T00:00:00Z"
      kind: OBSERVED
    ) {
      startsAt
      kind
    }
    latestWeather {
      startsAt
    }
    weatherSummary(from: "2026-05-02T00:00:00Z", to: "2026-05-04T00:00:00Z") {
      dayCount
      missingDays
      precipitation {
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MayQuery, MayQueryVariables>;
export const MayAllDocument = new TypedDocumentString(`
    query MayAll {
  field(id: "fld_a") {
    weather(from: "2026-05-01T00:00:00Z", to: "2026-05-05T00:00:00Z") {
      startsAt
      kind
    }
  }
}
    `) as unknown as TypedDocumentString<MayAllQuery, MayAllQueryVariables>;
export const DiseasesDocument = new TypedDocumentString(`
    query Diseases {
  field(id: "fld_a") {
    observations(limit: 2, category: DISEASE) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DiseasesQuery, DiseasesQueryVariables>;
export const ForecastsLeftDocument = new TypedDocumentString(`
    query ForecastsLeft {
  field(id: "fld_a") {
    weather(
      from: "2026-05-01T00:00:00Z"
      to: "2026-05-05T00:00:00Z"
      kind: FORECAST
    ) {
      startsAt
    }
  }
}
    `) as unknown as TypedDocumentString<ForecastsLeftQuery, ForecastsLeftQueryVariables>;
export const NewestDocument = new TypedDocumentString(`
    query Newest {
  field(id: "fld_a") {
    latestWeather {
      startsAt
    }
    latestEarthObservation(maxCloudCover: 20) {
      sceneId
    }
  }
}
    `) as unknown as TypedDocumentString<NewestQuery, NewestQueryVariables>;
export const WithinDocument = new TypedDocumentString(`
    query Within($from: DateOrDateTime, $to: DateOrDateTime) {
  field(id: "fld_a") {
    observations(from: $from, to: $to) {
      recordId
    }
  }
}
    `) as unknown as TypedDocumentString<WithinQuery, WithinQueryVariables>;
export const ClearDocument = new TypedDocumentString(`
    query Clear {
  field(id: "fld_a") {
    latestEarthObservation(maxCloudCover: 7) {
      cloudCover {
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ClearQuery, ClearQueryVariables>;
export const PagedDocument = new TypedDocumentString(`
    query Paged($after: String) {
  field(id: "fld_a") {
    observationsConnection(first: 2, after: $after) {
      edges {
        cursor
      }
      nodes {
        recordId
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PagedQuery, PagedQueryVariables>;
export const PestsDocument = new TypedDocumentString(`
    query Pests($limit: Int!) {
  field(id: "fld_a") {
    observations(limit: $limit, category: PEST) {
      recordId
    }
  }
}
    `) as unknown as TypedDocumentString<PestsQuery, PestsQueryVariables>;
export const PestPagesDocument = new TypedDocumentString(`
    query PestPages($first: Int!, $after: String) {
  field(id: "fld_a") {
    observationsConnection(first: $first, after: $after, category: PEST) {
      nodes {
        recordId
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PestPagesQuery, PestPagesQueryVariables>;
export const SharedCallDocument = new TypedDocumentString(`
    query SharedCall($last: SpanInput!, $next: SpanInput) {
  field(id: "fld_demo_01") {
    timezone
    weather(last: $last) {
      date
    }
    weatherSummary(last: $last) {
      dayCount
    }
    weatherSummaries(by: WEEK, last: $last) {
      period
      dayCount
      missingDays
      precipitation {
        value
      }
    }
    byDekad: weatherSummaries(by: DEKAD, last: $last) {
      period
    }
    precipitationSpells(last: $last) {
      kind
      firstDate
      lastDate
      dayCount
      isStartKnown
      isEndKnown
    }
    growingDegreeDays(last: $last) {
      missingDays
      total {
        value
      }
    }
    ahead: growingDegreeDays(last: $last, next: $next) {
      missingDays
      days {
        date
        kind
        accumulated
      }
    }
    waterBalance(
      last: $last
      next: $next
      rootZone: { totalAvailableWater: 120, initialDepletion: 40 }
      cropCoefficients: [{ date: "2026-01-01", kc: 0.9 }, { date: "2026-12-31", kc: 1.1 }]
    ) {
      missingDays
      knownThrough
      et0Methods
      provenances
      readilyAvailableWater {
        value
      }
      days {
        date
        kind
        depletion {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SharedCallQuery, SharedCallQueryVariables>;
export const ComputedBetweenDocument = new TypedDocumentString(`
    query ComputedBetween($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_demo_01") {
    weatherSummaries(by: MONTH, from: $from, to: $to, base: 10, upper: 30) {
      period
      dayCount
      missingDays
      precipitation {
        value
      }
      growingDegreeDays {
        value
      }
    }
    precipitationSpells(from: $from, to: $to) {
      kind
      firstDate
      lastDate
      dayCount
      isStartKnown
      isEndKnown
    }
    growingDegreeDays(from: $from, to: $to, base: 10, upper: 30) {
      missingDays
      total {
        value
      }
      days {
        date
        kind
        accumulated
      }
    }
    waterBalance(
      from: $from
      to: $to
      rootZone: { totalAvailableWater: 120, initialDepletion: 40 }
      cropCoefficients: [{ date: "2020-01-01", kc: 1 }, { date: "2120-01-01", kc: 1 }]
    ) {
      missingDays
      knownThrough
      days {
        date
        kind
        depletion {
          value
        }
      }
    }
    timeline(from: $from, to: $to) {
      date
      weather {
        kind
        temperatureMax {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ComputedBetweenQuery, ComputedBetweenQueryVariables>;
export const TimelineOfAllDocument = new TypedDocumentString(`
    query TimelineOfAll($last: SpanInput) {
  field(id: "fld_demo_01") {
    timeline(last: $last) {
      date
      weather {
        date
        kind
        temperatureMax {
          value
        }
      }
      observations {
        id
        observedAt
      }
      earthObservations {
        acquiredAt
        cloudCover {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TimelineOfAllQuery, TimelineOfAllQueryVariables>;
export const TimelineDatesDocument = new TypedDocumentString(`
    query TimelineDates {
  field(id: "fld_demo_01") {
    timeline(last: { days: 3 }, next: { days: 2 }) {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<TimelineDatesQuery, TimelineDatesQueryVariables>;
export const RefusedComputedDocument = new TypedDocumentString(`
    query RefusedComputed($targets: [DegreeDayTargetInput!], $points: [CropCoefficientInput!]!, $irrigation: [IrrigationInput!]!, $watered: [IrrigationInput!]!) {
  field(id: "fld_demo_01") {
    none: growingDegreeDays(targets: [{ growingDegreeDays: 0 }]) {
      missingDays
    }
    many: growingDegreeDays(targets: $targets) {
      missingDays
    }
    cold: growingDegreeDays(base: -1001, upper: 30) {
      missingDays
    }
    hot: growingDegreeDays(base: 10, upper: 1001) {
      missingDays
    }
    precipitationSpells(minWetDay: 0) {
      dayCount
    }
    waterBalance(
      rootZone: { totalAvailableWater: 10, initialDepletion: 20 }
      cropCoefficients: [{ date: "2026-05-02", kc: 1 }, { date: "2026-05-01", kc: 3 }]
    ) {
      missingDays
    }
    most: waterBalance(
      rootZone: { totalAvailableWater: 0, depletionFraction: 1, initialDepletion: 0 }
      cropCoefficients: $points
      irrigation: $irrigation
    ) {
      missingDays
    }
    least: waterBalance(
      rootZone: { totalAvailableWater: 10001, depletionFraction: 0, initialDepletion: -1 }
      cropCoefficients: []
      irrigation: $watered
    ) {
      missingDays
    }
    timeline(from: "2026-05-02", to: "2026-05-02") {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<RefusedComputedQuery, RefusedComputedQueryVariables>;
export const CountedDaysDocument = new TypedDocumentString(`
    query CountedDays($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_a") {
    weatherSummary(from: $from, to: $to) {
      startsAt
      endsAt
      startsAtLocal
      endsAtLocal
      dayCount
      observedDays
      missingDays
      precipitation {
        value
      }
    }
    weatherSummaries(by: MONTH, from: $from, to: $to) {
      period
      isWhole
      startsAt
      endsAt
      startsAtLocal
      endsAtLocal
      dayCount
      missingDays
    }
    precipitationSpells(from: $from, to: $to) {
      kind
      firstDate
      lastDate
      dayCount
      isStartKnown
      isEndKnown
    }
    growingDegreeDays(from: $from, to: $to) {
      missingDays
      days {
        date
        kind
        growingDegreeDays
      }
    }
    waterBalance(
      from: $from
      to: $to
      rootZone: { totalAvailableWater: 100, initialDepletion: 10 }
      cropCoefficients: [{ date: "2020-01-01", kc: 1 }, { date: "2030-01-01", kc: 1 }]
    ) {
      missingDays
      knownThrough
      days {
        date
        depletion {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CountedDaysQuery, CountedDaysQueryVariables>;
export const CountedHoursDocument = new TypedDocumentString(`
    query CountedHours($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_a") {
    temperatureHours(from: $from, to: $to) {
      hourCount
      missingHours
    }
  }
}
    `) as unknown as TypedDocumentString<CountedHoursQuery, CountedHoursQueryVariables>;
export const SeasonInAnyOrderDocument = new TypedDocumentString(`
    query SeasonInAnyOrder {
  field(id: "fld_a") {
    indexSeason(index: NDVI, from: "2026-04-01", to: "2026-06-01", earlierYears: 1) {
      points {
        earthObservation {
          id
        }
        mean
        earlierMean
      }
      area
      change
      changeDays
      longestGapDays
      peak {
        earthObservation {
          id
        }
      }
      clearScenes
      missingScenes
    }
    indexSeries(index: NDVI, from: "2026-04-01", to: "2026-06-01") {
      statistics {
        mean
      }
      earthObservation {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SeasonInAnyOrderQuery, SeasonInAnyOrderQueryVariables>;
export const SprayingInAnyOrderDocument = new TypedDocumentString(`
    query SprayingInAnyOrder {
  field(id: "fld_a") {
    sprayConditions(
      next: { hours: 12 }
      rules: { dryHours: 1, daylightMarginHours: 1 }
    ) {
      hoursWithoutRecord
      windows {
        startsAt
        endsAt
        hourCount
      }
      hours {
        startsAt
        kind
        verdict
      }
    }
    temperatureHours(from: "2026-06-10T00:00:00Z", to: "2026-06-10T10:00:00Z") {
      hourCount
      missingHours
      utahUnits
    }
  }
}
    `) as unknown as TypedDocumentString<SprayingInAnyOrderQuery, SprayingInAnyOrderQueryVariables>;
export const DaysInAnyOrderDocument = new TypedDocumentString(`
    query DaysInAnyOrder($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_a") {
    weatherSummary(from: $from, to: $to) {
      dayCount
      missingDays
      precipitation {
        value
      }
    }
    weatherSummaries(by: WEEK, from: $from, to: $to) {
      period
      dayCount
      missingDays
      precipitation {
        value
      }
    }
    precipitationSpells(from: $from, to: $to) {
      kind
      firstDate
      lastDate
      precipitation {
        value
      }
    }
    growingDegreeDays(from: $from, to: $to) {
      missingDays
      total {
        value
      }
      days {
        date
        kind
        growingDegreeDays
      }
    }
    timeline(from: $from, to: $to) {
      date
      weather {
        kind
        temperatureMax {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DaysInAnyOrderQuery, DaysInAnyOrderQueryVariables>;
export const HappenedInAnyOrderDocument = new TypedDocumentString(`
    query HappenedInAnyOrder {
  field(id: "fld_a") {
    timeline(from: "2026-05-01", to: "2026-05-05") {
      date
      observations {
        id
      }
      earthObservations {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HappenedInAnyOrderQuery, HappenedInAnyOrderQueryVariables>;
export const IndexSeasonDocument = new TypedDocumentString(`
    query IndexSeason($id: ID! = "fld_a", $from: DateOrDateTime, $to: DateOrDateTime, $since: MonthDay, $maxCloudCover: Float = 20, $earlierYears: Int! = 0, $floor: Float! = 0, $maxGapDays: Int! = 30) {
  field(id: $id) {
    indexSeason(
      index: NDVI
      from: $from
      to: $to
      since: $since
      maxCloudCover: $maxCloudCover
      earlierYears: $earlierYears
      floor: $floor
      maxGapDays: $maxGapDays
    ) {
      points {
        earthObservation {
          id
        }
        acquiredAt
        mean
        earlierMean
        earlierYears
        difference
      }
      clearScenes
      missingScenes
      longestGapDays
      peak {
        acquiredAt
        mean
      }
      area
      change
      changeDays
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<IndexSeasonQuery, IndexSeasonQueryVariables>;
export const IndexSeasonBesideScenesDocument = new TypedDocumentString(`
    query IndexSeasonBesideScenes {
  field(id: "fld_demo_01") {
    indexSeason(index: NDVI, last: { days: 180 }) {
      points {
        earthObservation {
          id
        }
      }
      clearScenes
      missingScenes
      provenances
    }
    evi: indexSeason(index: EVI, last: { days: 180 }, maxCloudCover: 60) {
      clearScenes
    }
    earthObservations(last: { days: 180 }) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<IndexSeasonBesideScenesQuery, IndexSeasonBesideScenesQueryVariables>;
export const SeattleYearDocument = new TypedDocumentString(`
    query SeattleYear($by: CalendarPeriod!) {
  field(id: "fld_demo_01") {
    weatherSummaries(
      by: $by
      from: "2014-01-01"
      to: "2015-01-01"
      base: 10
      upper: 30
    ) {
      period
      isWhole
      dayCount
      missingDays
      precipitation {
        value
      }
      precipitationMissingDays
      wetDays
      frostDays
      temperatureMin {
        value
      }
      temperatureMax {
        value
      }
      growingDegreeDays {
        value
      }
      provenances
    }
    weatherSummary(from: "2014-01-01", to: "2015-01-01") {
      wetDays
      dayCount
      isWhole
      period
    }
  }
}
    `) as unknown as TypedDocumentString<SeattleYearQuery, SeattleYearQueryVariables>;
export const SeattleSeasonDocument = new TypedDocumentString(`
    query SeattleSeason($method: DegreeDayMethod!, $targets: [DegreeDayTargetInput!]) {
  field(id: "fld_demo_01") {
    growingDegreeDays(
      method: $method
      targets: $targets
      from: "2014-04-15"
      to: "2014-10-01"
      base: 10
      upper: 30
    ) {
      total {
        value
        unit
        method
        base {
          value
        }
        upper {
          value
        }
      }
      missingDays
      days {
        date
        kind
        accumulated
      }
      targets {
        growingDegreeDays
        reachedOn
        kind
        isAtLatest
        remaining
      }
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<SeattleSeasonQuery, SeattleSeasonQueryVariables>;
export const SeattleSpellsDocument = new TypedDocumentString(`
    query SeattleSpells($unit: LengthUnit!, $minWetDay: Float!) {
  field(id: "fld_demo_01") {
    precipitationSpells(
      minWetDay: $minWetDay
      unit: $unit
      from: "2014-01-01"
      to: "2015-01-01"
    ) {
      kind
      firstDate
      lastDate
      dayCount
      precipitation {
        value
        unit
      }
      isStartKnown
      isEndKnown
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<SeattleSpellsQuery, SeattleSpellsQueryVariables>;
export const PartOfAWindowDocument = new TypedDocumentString(`
    query PartOfAWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: $id) {
    weatherSummary(from: $from, to: $to) {
      dayCount
      observedDays
      missingDays
      precipitation {
        value
      }
      growingDegreeDays {
        value
      }
    }
    weatherSummaries(by: DEKAD, from: $from, to: $to) {
      period
      isWhole
      dayCount
      observedDays
      missingDays
      precipitation {
        value
      }
    }
    precipitationSpells(from: $from, to: $to) {
      kind
      firstDate
      lastDate
      dayCount
      precipitation {
        value
      }
    }
    growingDegreeDays(from: $from, to: $to) {
      missingDays
      total {
        value
      }
      days {
        date
        kind
        growingDegreeDays
      }
    }
    temperatureHours(from: $from, to: $to) {
      hourCount
      missingHours
      frostHours
    }
  }
}
    `) as unknown as TypedDocumentString<PartOfAWindowQuery, PartOfAWindowQueryVariables>;
export const SprayConditionsDocument = new TypedDocumentString(`
    query SprayConditions($id: ID! = "fld_a", $next: SpanInput, $rules: SprayRulesInput) {
  field(id: $id) {
    sprayConditions(next: $next, rules: $rules) {
      hours {
        startsAt
        startsAtLocal
        kind
        verdict
        deltaT
        rules {
          rule
          outcome
          value
          limit
          reason
        }
      }
      windows {
        startsAt
        endsAt
        startsAtLocal
        endsAtLocal
        hourCount
      }
      hoursWithoutRecord
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<SprayConditionsQuery, SprayConditionsQueryVariables>;
export const SprayByDefaultDocument = new TypedDocumentString(`
    query SprayByDefault {
  field(id: "fld_a") {
    sprayConditions {
      hours {
        verdict
        rules {
          rule
        }
      }
      hoursWithoutRecord
    }
  }
}
    `) as unknown as TypedDocumentString<SprayByDefaultQuery, SprayByDefaultQueryVariables>;
export const InfiniteWindDocument = new TypedDocumentString(`
    query InfiniteWind {
  field(id: "fld_a") {
    sprayConditions(rules: { maxWind: 1e400 }) {
      hoursWithoutRecord
    }
  }
}
    `) as unknown as TypedDocumentString<InfiniteWindQuery, InfiniteWindQueryVariables>;
export const TemperatureHoursDocument = new TypedDocumentString(`
    query TemperatureHours($from: DateOrDateTime!, $to: DateOrDateTime!, $frostBelow: Float! = 0, $heatAbove: Float! = 30, $unit: TemperatureUnit! = CELSIUS) {
  field(id: "fld_a") {
    temperatureHours(
      from: $from
      to: $to
      frostBelow: $frostBelow
      heatAbove: $heatAbove
      unit: $unit
    ) {
      hourCount
      missingHours
      frostHours
      heatHours
      chillingHours
      utahUnits
      chillPortions
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<TemperatureHoursQuery, TemperatureHoursQueryVariables>;
export const TemperatureHoursBesideHoursDocument = new TypedDocumentString(`
    query TemperatureHoursBesideHours {
  field(id: "fld_demo_01") {
    temperatureHours(last: { days: 30 }) {
      hourCount
      missingHours
      chillPortions
      provenances
    }
    hourly: weather(last: { days: 30 }, granularity: HOURLY) {
      startsAt
    }
    lastHours: temperatureHours(last: { hours: 24 }) {
      hourCount
      missingHours
    }
  }
}
    `) as unknown as TypedDocumentString<TemperatureHoursBesideHoursQuery, TemperatureHoursBesideHoursQueryVariables>;
export const TemperatureHoursByDefaultDocument = new TypedDocumentString(`
    query TemperatureHoursByDefault {
  field(id: "fld_a") {
    temperatureHours {
      hourCount
    }
  }
}
    `) as unknown as TypedDocumentString<TemperatureHoursByDefaultQuery, TemperatureHoursByDefaultQueryVariables>;
export const ThresholdsLeftOutDocument = new TypedDocumentString(`
    query ThresholdsLeftOut($unit: TemperatureUnit!, $length: LengthUnit!) {
  field(id: "fld_a") {
    growingDegreeDays(from: "2026-05-01", to: "2026-05-08", unit: $unit) {
      total {
        unit
        base {
          value
        }
        upper {
          value
        }
      }
    }
    weatherSummary(from: "2026-05-01", to: "2026-05-08", unit: $unit) {
      growingDegreeDays(unit: CELSIUS_DAY) {
        value
        base {
          value
        }
        upper {
          value
        }
      }
    }
    weatherSummaries(by: MONTH, from: "2026-05-01", to: "2026-05-08", unit: $unit) {
      growingDegreeDays {
        base {
          value
        }
        upper {
          value
        }
      }
    }
    precipitationSpells(from: "2026-05-01", to: "2026-05-08", unit: $length) {
      kind
      firstDate
      dayCount
    }
    temperatureHours(from: "2026-05-01", to: "2026-05-02", unit: $unit) {
      frostHours
      heatHours
    }
  }
}
    `) as unknown as TypedDocumentString<ThresholdsLeftOutQuery, ThresholdsLeftOutQueryVariables>;
export const HalfOfTheThresholdsDocument = new TypedDocumentString(`
    query HalfOfTheThresholds {
  field(id: "fld_a") {
    growingDegreeDays(
      from: "2026-05-01"
      to: "2026-05-08"
      base: 40
      upper: null
      unit: FAHRENHEIT
    ) {
      total {
        base {
          value
        }
        upper {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HalfOfTheThresholdsQuery, HalfOfTheThresholdsQueryVariables>;
export const ThresholdsOfTheCropDocument = new TypedDocumentString(`
    query ThresholdsOfTheCrop($base: Float, $upper: Float) {
  field(id: "fld_a") {
    growingDegreeDays(
      from: "2026-05-01"
      to: "2026-05-08"
      base: $base
      upper: $upper
    ) {
      total {
        base {
          value
        }
        upper {
          value
        }
        thresholdSource
      }
    }
    weatherSummary(from: "2026-05-01", to: "2026-05-08", base: $base, upper: $upper) {
      growingDegreeDays {
        base {
          value
        }
        upper {
          value
        }
        thresholdSource
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ThresholdsOfTheCropQuery, ThresholdsOfTheCropQueryVariables>;
export const ThresholdsAndNotesDocument = new TypedDocumentString(`
    query ThresholdsAndNotes {
  field(id: "fld_a") {
    name
    growingDegreeDays(from: "2026-05-01", to: "2026-05-08") {
      total {
        base {
          value
        }
      }
    }
    observations(limit: 1) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ThresholdsAndNotesQuery, ThresholdsAndNotesQueryVariables>;
export const TimelineOfNotesDocument = new TypedDocumentString(`
    query TimelineOfNotes($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_a") {
    timeline(from: $from, to: $to) {
      date
      observations {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TimelineOfNotesQuery, TimelineOfNotesQueryVariables>;
export const TimezoneWithoutWeatherDocument = new TypedDocumentString(`
    query TimezoneWithoutWeather {
  field(id: "fld_a") {
    timezone
  }
}
    `) as unknown as TypedDocumentString<TimezoneWithoutWeatherQuery, TimezoneWithoutWeatherQueryVariables>;
export const TwelveComputedFieldsDocument = new TypedDocumentString(`
    query TwelveComputedFields {
  field(id: "fld_demo_01") {
    timezone
    weatherSummary(last: { days: 30 }) {
      dayCount
    }
    weatherSummaries(by: WEEK, last: { days: 30 }) {
      period
    }
    byMonth: weatherSummaries(by: MONTH, last: { days: 30 }) {
      period
    }
    precipitationSpells(last: { days: 30 }) {
      kind
    }
    growingDegreeDays(last: { days: 30 }) {
      missingDays
    }
    waterBalance(
      last: { days: 30 }
      rootZone: { totalAvailableWater: 120, initialDepletion: 40 }
      cropCoefficients: [{ date: "2026-01-01", kc: 1 }, { date: "2026-12-31", kc: 1 }]
    ) {
      missingDays
    }
    temperatureHours(last: { days: 30 }) {
      hourCount
    }
    sprayConditions {
      hoursWithoutRecord
    }
    indexSeries(index: NDVI, last: { days: 30 }) {
      statistics {
        mean
      }
    }
    indexSeason(index: NDVI, last: { days: 30 }, earlierYears: 2) {
      clearScenes
    }
    timeline(last: { days: 30 }) {
      date
      weather {
        date
      }
      observations {
        id
      }
      earthObservations {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TwelveComputedFieldsQuery, TwelveComputedFieldsQueryVariables>;
export const ComputedOfUnknownDocument = new TypedDocumentString(`
    query ComputedOfUnknown {
  field(id: "fld_a") {
    weatherSummaries(by: MONTH, from: "2026-05-01", to: "2026-05-31") {
      dayCount
      missingDays
      isWhole
      wetDays
      precipitation {
        value
      }
      precipitationMissingDays
      et0MissingDays
      growingDegreeDaysMissingDays
      temperatureMinMissingDays
      precipitationLessEt0 {
        value
      }
      precipitationLessEt0MissingDays
    }
    precipitationSpells(from: "2026-05-01", to: "2026-05-31") {
      kind
      firstDate
      lastDate
      dayCount
      isStartKnown
      isEndKnown
      provenances
    }
    growingDegreeDays(
      targets: [{ growingDegreeDays: 60 }]
      from: "2026-05-01"
      to: "2026-05-31"
    ) {
      missingDays
      days {
        date
        growingDegreeDays
        accumulated
        missingDays
      }
      targets {
        reachedOn
        isAtLatest
        remaining
      }
      total {
        value
      }
      provenances
    }
    waterBalance(
      rootZone: { totalAvailableWater: 100, initialDepletion: 10 }
      cropCoefficients: [{ date: "2026-05-01", kc: 1 }, { date: "2026-05-31", kc: 1.2 }]
      from: "2026-05-01"
      to: "2026-05-31"
    ) {
      missingDays
      knownThrough
      exceedsReadilyAvailableOn
      et0Methods
      provenances
      days {
        date
        depletion {
          value
        }
        stressCoefficient
        deepPercolation {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ComputedOfUnknownQuery, ComputedOfUnknownQueryVariables>;
export const DashboardWithFactsDocument = new TypedDocumentString(`
    query DashboardWithFacts($ids: [ID!]!, $facts: Boolean!) {
  fields(ids: $ids) {
    id
    name @include(if: $facts)
    crop @include(if: $facts) {
      name
      eppoCode
    }
    location @include(if: $facts) {
      latitude
      longitude
    }
    area(unit: ACRE) @include(if: $facts) {
      value
      unit
    }
    weather {
      date
    }
    earthObservations {
      acquiredAt
    }
    observations(limit: 1) {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardWithFactsQuery, DashboardWithFactsQueryVariables>;
export const FactsAloneDocument = new TypedDocumentString(`
    query FactsAlone($ids: [ID!]!) {
  fields(ids: $ids) {
    name
    crop {
      name
    }
    location {
      latitude
    }
    area {
      value
      unit
    }
    timezone
  }
}
    `) as unknown as TypedDocumentString<FactsAloneQuery, FactsAloneQueryVariables>;
export const NameAndWeatherDocument = new TypedDocumentString(`
    query NameAndWeather {
  field(id: "fld_a") {
    name
    weather {
      date
    }
    observations(limit: 1) {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<NameAndWeatherQuery, NameAndWeatherQueryVariables>;
export const NameAndNoWindowDocument = new TypedDocumentString(`
    query NameAndNoWindow {
  field(id: "fld_a") {
    name
    weather(from: "2026-06-10", to: "2026-06-10") {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<NameAndNoWindowQuery, NameAndNoWindowQueryVariables>;
export const NameAloneDocument = new TypedDocumentString(`
    query NameAlone {
  field(id: "fld_a") {
    name
  }
}
    `) as unknown as TypedDocumentString<NameAloneQuery, NameAloneQueryVariables>;
export const NameAndNotesDocument = new TypedDocumentString(`
    query NameAndNotes {
  field(id: "fld_a") {
    name
    observations(limit: 1) {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<NameAndNotesQuery, NameAndNotesQueryVariables>;
export const FieldPageDocument = new TypedDocumentString(`
    query FieldPage($id: ID!) {
  field(id: $id) {
    id
    weather {
      date
      temperatureMax {
        value
        unit
      }
      precipitation {
        value
        unit
      }
      source {
        name
        provenance
        derived
      }
      soil {
        depthFrom {
          value
        }
      }
    }
    earthObservations {
      id
      cloudCover {
        value
        unit
      }
      index(name: NDVI) {
        mean
      }
    }
    observations(limit: 2) {
      id
      text
      category
      tags
      photos {
        href
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FieldPageQuery, FieldPageQueryVariables>;
export const DashboardDocument = new TypedDocumentString(`
    query Dashboard($ids: [ID!]!) {
  fields(ids: $ids) {
    id
    weather {
      date
    }
    earthObservations {
      id
    }
    observations(limit: 5) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardQuery, DashboardQueryVariables>;
export const KnownDocument = new TypedDocumentString(`
    query Known($id: ID!, $ids: [ID!]!) {
  field(id: $id) {
    id
    __typename
  }
  fields(ids: $ids) {
    id
  }
  node(id: $id) {
    id
    __typename
  }
  nodes(ids: $ids) {
    id
    ... on Field {
      __typename
    }
  }
}
    `) as unknown as TypedDocumentString<KnownQuery, KnownQueryVariables>;
export const IdsDocument = new TypedDocumentString(`
    query Ids($ids: [ID!]!) {
  fields(ids: $ids) {
    id
  }
}
    `) as unknown as TypedDocumentString<IdsQuery, IdsQueryVariables>;
export const NodesDocument = new TypedDocumentString(`
    query Nodes {
  node(id: "fld_a") {
    id
    __typename
    ... on Field {
      weather {
        date
      }
    }
  }
  other: node(id: "obs_1") {
    id
  }
  nodes(ids: ["fld_b", "nothing", "fld_a"]) {
    id
  }
}
    `) as unknown as TypedDocumentString<NodesQuery, NodesQueryVariables>;
export const TwoLimitsDocument = new TypedDocumentString(`
    query TwoLimits {
  field(id: "fld_a") {
    five: observations(limit: 5) {
      id
    }
    twenty: observations(limit: 20) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<TwoLimitsQuery, TwoLimitsQueryVariables>;
export const BadLimitDocument = new TypedDocumentString(`
    query BadLimit {
  field(id: "fld_a") {
    observations(limit: 101) {
      id
    }
    weather {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<BadLimitQuery, BadLimitQueryVariables>;
export const ScenesOfAnyKindDocument = new TypedDocumentString(`
    query ScenesOfAnyKind($max: Float) {
  field(id: "fld_a") {
    earthObservations(maxCloudCover: $max) {
      recordId
      cloudCover(unit: PERCENT) {
        value
      }
    }
    latestEarthObservation(maxCloudCover: $max) {
      recordId
    }
  }
}
    `) as unknown as TypedDocumentString<ScenesOfAnyKindQuery, ScenesOfAnyKindQueryVariables>;
export const HoursWithTheirDaysDocument = new TypedDocumentString(`
    query HoursWithTheirDays {
  field(id: "fld_a") {
    weather(granularity: HOURLY) {
      startsAt
      date
    }
  }
}
    `) as unknown as TypedDocumentString<HoursWithTheirDaysQuery, HoursWithTheirDaysQueryVariables>;
export const FieldOfNotesDocument = new TypedDocumentString(`
    query FieldOfNotes {
  field(id: "fld_a") {
    observations(limit: 3) {
      field {
        id
        __typename
        weather {
          date
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FieldOfNotesQuery, FieldOfNotesQueryVariables>;
export const MeasuresDocument = new TypedDocumentString(`
    query Measures {
  field(id: "fld_a") {
    weather {
      temperatureMax {
        value
        unit
      }
      fahrenheit: temperatureMax(unit: FAHRENHEIT) {
        value
        unit
      }
      condition
      growingDegreeDays(unit: FAHRENHEIT_DAY) {
        value
        unit
        base {
          value
          unit
        }
        method
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MeasuresQuery, MeasuresQueryVariables>;
export const AsCameDocument = new TypedDocumentString(`
    query AsCame {
  field(id: "fld_a") {
    weather {
      temperatureMax {
        value
        unit
      }
      condition
      kind
    }
    observations(limit: 1) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<AsCameQuery, AsCameQueryVariables>;
export const UnknownUnitDocument = new TypedDocumentString(`
    query UnknownUnit($unit: TemperatureUnit) {
  field(id: "fld_a") {
    weather {
      temperatureMax(unit: $unit) {
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UnknownUnitQuery, UnknownUnitQueryVariables>;
export const UnitAloneDocument = new TypedDocumentString(`
    query UnitAlone($unit: LengthUnit) {
  field(id: "fld_a") {
    weather {
      precipitation(unit: $unit) {
        unit
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UnitAloneQuery, UnitAloneQueryVariables>;
export const AddNoteDocument = new TypedDocumentString(`
    mutation AddNote($input: AddObservationInput!) {
  addObservation(input: $input) {
    __typename
    ... on AddObservationSuccess {
      replayed
      observation {
        id
        field {
          id
        }
      }
      field {
        observations(limit: 1) {
          id
        }
      }
    }
    ... on FieldgraphError {
      code
      message
      retryable
      retryAfterSeconds
    }
    ... on InvalidInputError {
      faults {
        path
        code
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AddNoteMutation, AddNoteMutationVariables>;
export const AddTwiceDocument = new TypedDocumentString(`
    mutation AddTwice($first: AddObservationInput!, $second: AddObservationInput!) {
  first: addObservation(input: $first) {
    __typename
  }
  second: addObservation(input: $second) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<AddTwiceMutation, AddTwiceMutationVariables>;
export const AddAndReadDocument = new TypedDocumentString(`
    mutation AddAndRead($first: AddObservationInput!, $second: AddObservationInput!) {
  first: addObservation(input: $first) {
    ... on AddObservationSuccess {
      field {
        observations(limit: 5) {
          id
        }
      }
    }
  }
  second: addObservation(input: $second) {
    ... on AddObservationSuccess {
      field {
        observations(limit: 5) {
          id
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AddAndReadMutation, AddAndReadMutationVariables>;
export const LastDocument = new TypedDocumentString(`
    query Last($last: SpanInput!) {
  field(id: "fld_demo_01") {
    timezone
    weather(last: $last) {
      startsAtLocal
      date
      startsAt
    }
  }
}
    `) as unknown as TypedDocumentString<LastQuery, LastQueryVariables>;
export const EveryWindowDocument = new TypedDocumentString(`
    query EveryWindow {
  field(id: "fld_demo_01") {
    timezone
    weather(last: { days: 30 }) {
      date
    }
    weatherSummary(last: { days: 30 }) {
      dayCount
      missingDays
    }
    earthObservations(last: { days: 30 }) {
      acquiredAt
    }
    indexSeries(index: NDVI, last: { days: 30 }) {
      acquiredAt
    }
  }
}
    `) as unknown as TypedDocumentString<EveryWindowQuery, EveryWindowQueryVariables>;
export const SinceDocument = new TypedDocumentString(`
    query Since {
  field(id: "fld_demo_32") {
    weather(since: "04-15") {
      date
    }
    weatherSummary(since: "04-15") {
      dayCount
    }
    earthObservations(since: "04-15") {
      acquiredAt
    }
    observations(since: "04-15") {
      observedAt
    }
  }
}
    `) as unknown as TypedDocumentString<SinceQuery, SinceQueryVariables>;
export const LastNotesDocument = new TypedDocumentString(`
    query LastNotes {
  field(id: "fld_demo_01") {
    observations(limit: 3, last: { days: 30 }) {
      observedAt
    }
  }
}
    `) as unknown as TypedDocumentString<LastNotesQuery, LastNotesQueryVariables>;
export const TimezoneAloneDocument = new TypedDocumentString(`
    query TimezoneAlone {
  fields(ids: ["fld_demo_01", "fld_demo_32"]) {
    timezone
  }
}
    `) as unknown as TypedDocumentString<TimezoneAloneQuery, TimezoneAloneQueryVariables>;
export const RefusedWindowDocument = new TypedDocumentString(`
    query RefusedWindow {
  field(id: "fld_demo_01") {
    weather(last: { days: 3 }, from: "2026-05-01") {
      date
    }
    earthObservations(last: { hours: 3 }) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RefusedWindowQuery, RefusedWindowQueryVariables>;
export const LocalBoundsDocument = new TypedDocumentString(`
    query LocalBounds {
  field(id: "fld_demo_01") {
    weather(last: { days: 5 }) {
      startsAtLocal
      endsAtLocal
    }
  }
}
    `) as unknown as TypedDocumentString<LocalBoundsQuery, LocalBoundsQueryVariables>;
export const NotesOfSilentListDocument = new TypedDocumentString(`
    query NotesOfSilentList {
  field(id: "fld_a") {
    observations(limit: 3) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<NotesOfSilentListQuery, NotesOfSilentListQueryVariables>;
export const DaysAfterSilentListDocument = new TypedDocumentString(`
    query DaysAfterSilentList {
  field(id: "fld_a") {
    timezone
    weather(last: { days: 3 }) {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<DaysAfterSilentListQuery, DaysAfterSilentListQueryVariables>;
export const SinceBesideSilentListDocument = new TypedDocumentString(`
    query SinceBesideSilentList {
  field(id: "fld_a") {
    timezone
    observations(limit: 3) {
      id
    }
    weather(since: "06-29") {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<SinceBesideSilentListQuery, SinceBesideSilentListQueryVariables>;
export const LastDaysOfLesserServiceDocument = new TypedDocumentString(`
    query LastDaysOfLesserService {
  field(id: "fld_a") {
    weather(last: { days: 3 }) {
      date
    }
    weatherSummary(last: { days: 3 }) {
      dayCount
      missingDays
    }
    earthObservations(from: "2026-06-28", to: "2026-06-29") {
      id
    }
    timeline(from: "2026-06-28", to: "2026-06-29") {
      date
      observations {
        id
      }
      earthObservations {
        id
      }
      weather {
        date
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LastDaysOfLesserServiceQuery, LastDaysOfLesserServiceQueryVariables>;