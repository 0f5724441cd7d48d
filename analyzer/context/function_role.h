// The role of a function, by its name, its decorators, its class and its module.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "analyzer/context/heat.h"
#include "analyzer/inference/project.h"

namespace syncfree::context {

/// How often a function of this name, or with these decorators, runs; nothing where they do not tell.
std::optional<Heat> heat_by_name(const inference::Project& project, const inference::FunctionInfo& info);

/// `save_checkpoint`, `_gather_optim_state_dict`: it writes or reads what a run keeps once in a while.
bool handles_saved_state(const inference::Project& project, const inference::FunctionInfo& info);

/// `@torch.compile(…)`
bool is_compiled(const inference::Project& project, const inference::FunctionInfo& info);

/// A constructor of C++, as its reader marks it: it runs as often as objects are made.
bool makes_object(const inference::Project& project, const inference::FunctionInfo& info);

/// `init_tables`, `initializeDevice`, `dump_buffers`: of C++, where callers are not always seen, and a program does it
/// at its start or for somebody who looks on.
bool runs_seldom(const inference::Project& project, const inference::FunctionInfo& info);

/// `find_lr`, `lr_range_test`: it trains for a moment, before the training, to see which learning rate is good.
bool searches_rate(const inference::Project& project, const inference::FunctionInfo& info);

/// `update` of a class below one that is called `Metric`: its framework calls it beside the steps, whatever it gives.
bool is_of_metric(const inference::Project& project, const inference::FunctionInfo& info);

/// `void scale(at::Tensor points, at::Tensor out)`: of C++, an operator that writes into what it is given.
bool fills_tensors(const inference::Project& project, const inference::FunctionInfo& info);

/// `forward` of a torch.nn.Module.
bool is_forward_pass(const inference::Project& project, const inference::FunctionInfo& info);

/// By the module's dotted name.
bool is_test_module(std::string_view name);

/// By the module's dotted name: `project.transforms.crop`. Most of these run in the workers of a loader.
bool is_transforms_module(std::string_view name);

/// Runners of tests take no results: `test_attack(model, loader)` that gives one is called by others.
bool is_test_case(const inference::Project& project, const inference::FunctionInfo& info);

/// A method that a framework calls in each step of evaluation.
bool is_evaluation_step(const inference::Project& project, const inference::FunctionInfo& info);

/// A method that a framework calls in each step of training. `forward` and `backward` say nothing about who calls them.
bool is_training_step(const inference::Project& project, const inference::FunctionInfo& info);

/// `def cpu(self)`: it, or a function in it, moves what its caller asks it to move.
bool is_transfer(const inference::Project& project, const inference::FunctionInfo& info);

/// A library calls it in each step: an optimiser's `step`; what decides, with each token, how generation goes on.
bool is_called_in_steps(const inference::Project& project, const inference::FunctionInfo& info);

}  // namespace syncfree::context
