"""What every section of the configuration is made of: bounded numbers and the frozen base."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[float, Field(gt=0)]
NonNegative = Annotated[float, Field(ge=0)]
Count = Annotated[int, Field(ge=1)]
Whole = Annotated[int, Field(ge=0)]


class Section(BaseModel):
    """Options that cannot change once read; unknown names are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
